/**
 * Validates the options of `elements()` and of the payment Element, and throws where Stripe would throw. A
 * missing rule would hide a mistake until the first real sale, so when in doubt these checks are strict.
 */
import type { CssFontSource, CustomFontSource } from '@stripe/stripe-js';
import { IntegrationError } from './errors.ts';
import { type AppearanceLike, type BillingDetails, isRecord } from './protocol.ts';

export type GroupOptions = {
  mode: 'payment' | 'setup' | 'subscription' | null;
  amount: number | null;
  currency: string | null;
  setupFutureUsage: 'off_session' | 'on_session' | null;
  clientSecret: string | null;
  appearance: AppearanceLike;
  fonts: (CssFontSource | CustomFontSource)[];
};

const knownOptions = new Set([
  'mode',
  'amount',
  'currency',
  'setupFutureUsage',
  'setup_future_usage',
  'captureMethod',
  'capture_method',
  'allowedPaymentMethodTypes',
  'excludedPaymentMethodTypes',
  'paymentMethodCreation',
  'paymentMethodOptions',
  'paymentMethodConfiguration',
  'clientSecret',
  'appearance',
  'fonts',
  'locale',
  'loader',
  'onBehalfOf',
  'on_behalf_of',
  'customerOptions',
  'customerSessionClientSecret',
  'customPaymentMethods',
  'syncAddressCheckbox',
  'externalPaymentMethodTypes',
]);

/**
 * `elements.update` merges later options over earlier ones, so the raw object is stored and validated as a
 * whole each time.
 */
export function readGroupOptions(raw: Record<string, unknown>): GroupOptions {
  refuseUnknown(raw);
  const clientSecret = readClientSecret(raw);
  const mode = readMode(raw);
  if (mode !== null && clientSecret !== null)
    throw new IntegrationError('Invalid elements() options: pass either `mode` or `clientSecret`, not both.');
  const currency = readCurrency(raw, mode);
  return {
    mode,
    amount: readAmount(raw, mode),
    currency,
    setupFutureUsage: readFutureUsage(raw),
    clientSecret,
    appearance: readAppearance(raw),
    fonts: Array.isArray(raw.fonts) ? raw.fonts : [],
  };
}

function refuseUnknown(raw: Record<string, unknown>): void {
  if (raw.paymentMethodTypes !== undefined || raw.payment_method_types !== undefined) {
    throw new IntegrationError(
      'Invalid elements() option: `paymentMethodTypes` is no longer supported. Use `allowedPaymentMethodTypes` instead.',
    );
  }
  for (const key of Object.keys(raw)) {
    if (!knownOptions.has(key))
      console.warn(`Unrecognized elements() parameter: ${key} is not a recognized parameter.`);
  }
  const types = raw.allowedPaymentMethodTypes;
  if (types === undefined) return;
  if (!Array.isArray(types) || types.length === 0 || types.some((type) => typeof type !== 'string')) {
    throw invalid('allowedPaymentMethodTypes', 'a non-empty array of strings', types);
  }
  if (!types.includes('card'))
    throw new IntegrationError(
      'This sandbox speaks only about cards: `allowedPaymentMethodTypes` must contain "card".',
    );
}

function readClientSecret(raw: Record<string, unknown>): string | null {
  if (raw.clientSecret === undefined || raw.clientSecret === null) return null;
  if (kindOfSecret(raw.clientSecret) === null)
    throw invalid('clientSecret', 'a client secret string', raw.clientSecret);
  return String(raw.clientSecret);
}

function readMode(raw: Record<string, unknown>): GroupOptions['mode'] {
  if (raw.mode === undefined) return null;
  if (raw.mode === 'payment' || raw.mode === 'setup' || raw.mode === 'subscription') return raw.mode;
  throw invalid('mode', 'one of "payment", "setup" or "subscription"', raw.mode);
}

function readCurrency(raw: Record<string, unknown>, mode: GroupOptions['mode']): string | null {
  const currency = raw.currency ?? null;
  if (currency === null) {
    if (mode === 'payment' || mode === 'subscription')
      throw new IntegrationError(
        `Invalid elements() options: \`currency\` is required when mode is "${mode}".`,
      );
    return null;
  }
  if (typeof currency !== 'string' || !/^[a-z]{3}$/.test(currency))
    throw invalid('currency', 'a three-letter code in lower case', currency);
  return currency;
}

function readAmount(raw: Record<string, unknown>, mode: GroupOptions['mode']): number | null {
  const amount = raw.amount ?? null;
  if (mode === 'payment') {
    if (typeof amount !== 'number' || !Number.isInteger(amount) || amount <= 0)
      throw invalid('amount', 'an integer greater than 0 in the smallest unit of the currency', amount);
    return amount;
  }
  if (amount !== null && (typeof amount !== 'number' || !Number.isInteger(amount) || amount < 0))
    throw invalid('amount', 'a non-negative integer', amount);
  return amount;
}

function readFutureUsage(raw: Record<string, unknown>): GroupOptions['setupFutureUsage'] {
  const usage = raw.setupFutureUsage ?? raw.setup_future_usage ?? null;
  if (usage === null || usage === 'off_session' || usage === 'on_session') return usage;
  throw invalid('setupFutureUsage', '"off_session", "on_session" or null', usage);
}

function readAppearance(raw: Record<string, unknown>): AppearanceLike {
  const appearance = raw.appearance ?? {};
  if (!isRecord(appearance)) throw invalid('appearance', 'an object', appearance);
  return appearance;
}

const invalid = (option: string, expected: string, actual: unknown): IntegrationError =>
  new IntegrationError(
    `Invalid value for elements(): ${option} should be ${expected}. You specified: ${JSON.stringify(actual) ?? String(actual)}.`,
  );

/** Returns the kind of intent that a secret belongs to, from its format alone. */
export function kindOfSecret(secret: unknown): 'payment' | 'setup' | null {
  if (typeof secret !== 'string') return null;
  const found = /^(pi|seti)_[A-Za-z0-9]+_secret_[A-Za-z0-9]+$/.exec(secret);
  if (found === null) return null;
  return found[1] === 'pi' ? 'payment' : 'setup';
}

export type PaymentElementOptions = {
  fields?: { billingDetails?: 'auto' | 'never' | Record<string, unknown> };
  defaultValues?: unknown;
  business?: { name: string };
  readOnly?: boolean;
  terms?: { card?: 'auto' | 'always' | 'never' };
} & Record<string, unknown>;

const addressParts = ['country', 'postal_code', 'state', 'city', 'line1', 'line2'] as const;
const optionNames: Record<string, string> = { postal_code: 'postalCode' };

/** Billing details that the shop must send, because it configured the Element not to collect them. */
export function promisedDetails(options: PaymentElementOptions): string[] {
  const billingDetails = options.fields?.billingDetails;
  if (billingDetails === undefined || billingDetails === 'auto') return [];
  if (billingDetails === 'never')
    return ['name', 'email', 'phone', ...addressParts.map((part) => `address.${part}`)];
  const { address } = billingDetails;
  return [
    ...['name', 'email', 'phone'].filter((key) => billingDetails[key] === 'never'),
    ...addressParts
      .filter(
        (part) =>
          address === 'never' || (isRecord(address) && address[optionNames[part] ?? part] === 'never'),
      )
      .map((part) => `address.${part}`),
  ];
}

export function refuseMissingDetails(
  options: PaymentElementOptions,
  sent: BillingDetails,
  method: string,
): void {
  for (const path of promisedDetails(options)) {
    const [first, second] = path.split('.');
    const top: unknown = Reflect.get(sent, first ?? '');
    const value = second === undefined ? top : isRecord(top) ? top[second] : undefined;
    if (value !== undefined) continue;
    throw new IntegrationError(
      `You specified "never" for fields.billing_details.${path} when creating the payment Element, ` +
        `but did not pass confirmParams.payment_method_data.billing_details.${path} when calling stripe.${method}(). ` +
        'What the Element does not collect must be passed in.',
    );
  }
}
