/** Settings for the account names in the monthly close and the base URL of the processor's dashboard. */
import {
  type AccountKey,
  accountKeys,
  type Accounts,
  type Books,
  defaultAccounts,
  defaultBooks,
} from '#kernel/accounting.ts';
import { origin, pairs } from './setting-values.ts';

const isKey = (word: string): word is AccountKey => accountKeys.some((key) => key === word);

/**
 * Format: `services=4100:Formation services,refunds=4910:Returns` (our key, account code, account name).
 * Accounts that are not listed keep their defaults.
 */
const AccountingAccounts = pairs(
  /^\w+=[^:=]{1,20}:.{1,100}$/,
  'each entry must be KEY=CODE:NAME, such as services=4100:Formation services',
)
  .refine((all) => all.every(([key]) => isKey(key)), `keys must be ${accountKeys.join(', ')}`)
  .transform(
    (all): Accounts => ({
      ...defaultAccounts,
      ...Object.fromEntries(all.map(([key, text]) => [key, toAccount(text)])),
    }),
  );

const toAccount = (text: string): { code: string; name: string } => ({
  code: text.slice(0, text.indexOf(':')).trim(),
  name: text.slice(text.indexOf(':') + 1).trim(),
});

/**
 * The sandbox serves its dashboard at its API origin. With test keys, the processor's dashboard paths start
 * with `test`.
 */
export function readBooks(settings: {
  ACCOUNTING_ACCOUNTS?: Accounts | undefined;
  STRIPE_DASHBOARD_URL?: string | undefined;
  STRIPE_API_BASE?: string | undefined;
  STRIPE_SECRET_KEY: string;
}): Books {
  const accountUrl =
    settings.STRIPE_API_BASE === undefined ? undefined : `${settings.STRIPE_API_BASE}/stripe`;
  const defaultPages = settings.STRIPE_SECRET_KEY.includes('_test_')
    ? `${defaultBooks.processorPages}/test`
    : defaultBooks.processorPages;
  return {
    accounts: settings.ACCOUNTING_ACCOUNTS ?? defaultAccounts,
    processorPages: settings.STRIPE_DASHBOARD_URL ?? accountUrl ?? defaultPages,
  };
}

export const accountingSettings = {
  ACCOUNTING_ACCOUNTS: AccountingAccounts.optional().meta({
    description:
      'Codes and names of accounts in the monthly close, comma-separated, such as `services=4100:Formation services`.',
  }),
  STRIPE_DASHBOARD_URL: origin.optional().meta({
    description: 'Base address of console links to payments, invoices, and disputes at Stripe.',
    computedDefault: "Stripe's dashboard",
  }),
};
