/**
 * The bookkeeping accounts that a month of the shop affects. Xero identifies an account by its code,
 * QuickBooks Online by its name; both are settings (`ACCOUNTING_ACCOUNTS`). docs/accounting.md explains each
 * account.
 */
export const accountKeys = [
  'clearing',
  'transit',
  'receivables',
  'disputed',
  'to_return',
  'services',
  'subscriptions',
  'renewals',
  'boosters',
  'discounts',
  'refunds',
  'fees',
  'bad_debts',
  'dispute_losses',
] as const;
export type AccountKey = (typeof accountKeys)[number];
export type Account = { code: string; name: string };
export type Accounts = Record<AccountKey, Account>;

export const defaultAccounts: Accounts = {
  clearing: { code: '1050', name: 'Stripe clearing' },
  transit: { code: '1060', name: 'Card payments in transit' },
  receivables: { code: '1200', name: 'Net 30 receivables' },
  disputed: { code: '1250', name: 'Funds in dispute' },
  to_return: { code: '2150', name: 'Customer refunds payable' },
  services: { code: '4000', name: 'Service revenue' },
  subscriptions: { code: '4010', name: 'Subscription revenue' },
  renewals: { code: '4020', name: 'Subscription renewal revenue' },
  boosters: { code: '4030', name: 'Credit booster revenue' },
  discounts: { code: '4800', name: 'Discounts given' },
  refunds: { code: '4900', name: 'Refunds and credit notes' },
  fees: { code: '6100', name: 'Payment processing fees' },
  bad_debts: { code: '6200', name: 'Bad debts' },
  dispute_losses: { code: '6210', name: 'Disputes lost' },
};

export type Books = {
  accounts: Accounts;
  /** Address of the processor's dashboard, without a trailing slash. */
  processorPages: string;
};

export const defaultBooks: Books = {
  accounts: defaultAccounts,
  processorPages: 'https://dashboard.stripe.com',
};

/** The processor's page for an object, by its id. Null for ids that are not the processor's. */
export function processorPage(
  { processorPages }: Pick<Books, 'processorPages'>,
  reference: string,
): string | null {
  const folders: Record<string, string> = {
    pi: 'payments',
    sub: 'subscriptions',
    in: 'invoices',
    du: 'disputes',
    dp: 'disputes',
  };
  const folder = folders[/^([a-z]+)_/.exec(reference)?.[1] ?? ''];
  return folder === undefined ? null : `${processorPages}/${folder}/${encodeURIComponent(reference)}`;
}
