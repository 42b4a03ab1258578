/**
 * Implements `confirmPayment`, `confirmSetup`, and `handleNextAction`. Integration mistakes throw first.
 * Then: read the intent, compare it with the Elements, create a payment method in the card frame, confirm,
 * show the 3-D Secure challenge, read the intent again.
 */
import type { PaymentIntent, StripeError } from '@stripe/stripe-js';
import { confirmIntent, type Api, type Intent, type Kind, type Outcome, retrieveIntent } from './api.ts';
import { showChallenge } from './challenge-dialog.ts';
import { ElementsGroup } from './elements-group.ts';
import { authenticationError, connectionError, IntegrationError } from './errors.ts';
import { kindOfSecret, refuseMissingDetails } from './options.ts';
import type { PaymentElement } from './payment-element.ts';
import { type BillingDetails, isRecord } from './protocol.ts';

type Request = {
  group: ElementsGroup | null;
  clientSecret: string;
  parameters: Record<string, unknown>;
  returnUrl: string | null;
  redirect: 'always' | 'if_required';
};

export async function confirm(api: Api, kind: Kind, raw: unknown): Promise<Outcome<Intent>> {
  const method = kind === 'payment' ? 'confirmPayment' : 'confirmSetup';
  const request = readRequest(kind, method, raw);
  const { billingDetails, rest } = splitParameters(request.parameters);
  const element = request.group?.useSubmission(method) ?? null;
  if (element !== null) refuseMissingDetails(element.options, billingDetails, method);
  const found = await retrieveIntent(api, kind, request.clientSecret);
  if (found.error !== undefined) return found;
  const mismatch = request.group === null ? null : compare(kind, request.group, found.value);
  if (mismatch !== null) return { error: mismatch };
  const payment =
    element === null ? { value: {} } : await paymentMethodFrom(element, billingDetails, found.value);
  if (payment.error !== undefined) return payment;
  const confirmed = await confirmIntent(api, kind, request.clientSecret, {
    ...rest,
    ...payment.value,
    return_url: request.returnUrl,
    use_stripe_sdk: true,
  });
  if (confirmed.error !== undefined) return confirmed;
  const settled = await handle(api, kind, request.clientSecret, confirmed.value);
  if (settled.error !== undefined || request.redirect === 'if_required') return settled;
  return leaveFor(request.returnUrl ?? '', kind, settled.value);
}

/** Completes an intent that the server confirmed and that waits for the customer. */
export async function handleNextAction(api: Api, raw: unknown): Promise<Outcome<Intent> & { kind: Kind }> {
  const clientSecret = isRecord(raw) ? raw.clientSecret : null;
  const kind = kindOfSecret(clientSecret);
  if (kind === null || typeof clientSecret !== 'string') throw badSecret('handleNextAction', clientSecret);
  const found = await retrieveIntent(api, kind, clientSecret);
  return {
    kind,
    ...(found.error !== undefined ? found : await handle(api, kind, clientSecret, found.value)),
  };
}

function readRequest(kind: Kind, method: string, raw: unknown): Request {
  if (!isRecord(raw)) throw new IntegrationError(`stripe.${method}() expects an object.`);
  const group = raw.elements === undefined ? null : raw.elements;
  if (group !== null && !(group instanceof ElementsGroup))
    throw new IntegrationError(
      `Invalid value for stripe.${method}(): elements should be an object made by stripe.elements().`,
    );
  const clientSecret = raw.clientSecret ?? group?.options.clientSecret;
  if (typeof clientSecret !== 'string' || kindOfSecret(clientSecret) === null)
    throw badSecret(method, clientSecret);
  if (kindOfSecret(clientSecret) !== kind) {
    throw new IntegrationError(
      `stripe.${method}() was given the client secret of a ${kind === 'payment' ? 'SetupIntent' : 'PaymentIntent'}.`,
    );
  }
  const redirect = raw.redirect ?? 'always';
  if (redirect !== 'always' && redirect !== 'if_required')
    throw new IntegrationError(
      `Invalid value for stripe.${method}(): redirect should be "always" or "if_required".`,
    );
  const parameters = raw.confirmParams ?? {};
  if (!isRecord(parameters))
    throw new IntegrationError(`Invalid value for stripe.${method}(): confirmParams should be an object.`);
  return {
    group,
    clientSecret,
    parameters,
    redirect,
    returnUrl: readReturnUrl(parameters.return_url, redirect, method),
  };
}

function readReturnUrl(returnUrl: unknown, redirect: string, method: string): string | null {
  if (returnUrl === undefined || returnUrl === null) {
    if (redirect === 'if_required') return null;
    throw new IntegrationError(
      `stripe.${method}(): the \`confirmParams.return_url\` argument is required unless passing \`redirect: 'if_required'\`.`,
    );
  }
  if (
    typeof returnUrl === 'string' &&
    URL.canParse(returnUrl) &&
    /^https?:$/.test(new URL(returnUrl).protocol)
  )
    return returnUrl;
  throw new IntegrationError(
    `Invalid value for stripe.${method}(): confirmParams.return_url should be a full http or https address. You specified: ${String(returnUrl)}.`,
  );
}

const badSecret = (method: string, secret: unknown): IntegrationError =>
  new IntegrationError(
    `Invalid value for stripe.${method}(): clientSecret should be a client secret string. You specified: ${JSON.stringify(secret) ?? String(secret)}.`,
  );

function splitParameters(parameters: Record<string, unknown>): {
  billingDetails: BillingDetails;
  rest: Record<string, unknown>;
} {
  const { return_url: _returnUrl, payment_method_data: data, ...rest } = parameters;
  const details = isRecord(data) ? data.billing_details : undefined;
  return { billingDetails: isRecord(details) ? details : {}, rest };
}

/** Texts follow Stripe: "provided" is the intent's value, "expected" is the value of the Elements. */
function compare(kind: Kind, group: ElementsGroup, intent: Intent): StripeError | null {
  const { mode, currency, setupFutureUsage } = group.options;
  if (mode === null) return null;
  if ((mode === 'setup') !== (kind === 'setup')) return mismatched('mode', kind, mode);
  if (kind === 'setup') return null;
  const payment = intent as PaymentIntent;
  const usage = (payment as unknown as { setup_future_usage?: string | null }).setup_future_usage ?? null;
  if (payment.currency !== currency) return mismatched('currency', payment.currency, currency);
  if (usage !== setupFutureUsage) return mismatched('setup_future_usage', usage, setupFutureUsage);
  return null;
}

const mismatched = (field: string, provided: string | null, expected: string | null): StripeError => ({
  type: 'invalid_request_error',
  message:
    `The provided ${field} (${provided}) does not match the expected ${field} (${expected}). ` +
    'Try confirming with an intent that has the same parameters as the Elements.',
});

async function paymentMethodFrom(
  element: PaymentElement,
  billingDetails: BillingDetails,
  intent: Intent,
): Promise<Outcome<Record<string, unknown>>> {
  if (
    intent.status !== 'requires_payment_method' &&
    intent.status !== 'requires_confirmation' &&
    intent.status !== 'requires_action'
  )
    return { value: {} };
  const created = await element.createPaymentMethod(billingDetails);
  return created.error !== null
    ? { error: created.error }
    : { value: { payment_method: created.paymentMethod } };
}

async function handle(api: Api, kind: Kind, clientSecret: string, intent: Intent): Promise<Outcome<Intent>> {
  if (intent.status !== 'requires_action' || intent.next_action === null) return judge(kind, intent);
  const action: unknown = intent.next_action;
  const redirectTo = isRecord(action) && isRecord(action.redirect_to_url) ? action.redirect_to_url.url : null;
  const details = isRecord(action) && isRecord(action.use_stripe_sdk) ? action.use_stripe_sdk : {};
  if (typeof redirectTo === 'string') {
    window.location.assign(redirectTo);
    return new Promise(() => {});
  }
  if (typeof details.stripe_js !== 'string')
    return {
      error: { type: 'api_error', message: 'The intent asks for an action that this sandbox does not know.' },
    };
  const shown = await showChallenge(api, details.stripe_js);
  if (shown === 'unreachable') return { error: connectionError() };
  const settled = await retrieveIntent(api, kind, clientSecret);
  return settled.error !== undefined ? settled : judge(kind, settled.value);
}

/**
 * Result after the 3-D Secure challenge: an intent that needs another card is an error with the reason; one
 * that still waits was abandoned.
 */
function judge(kind: Kind, intent: Intent): Outcome<Intent> {
  if (intent.status === 'succeeded' || intent.status === 'processing' || intent.status === 'requires_capture')
    return { value: intent };
  const reason =
    'last_payment_error' in intent
      ? intent.last_payment_error
      : 'last_setup_error' in intent
        ? intent.last_setup_error
        : null;
  const error =
    isRecord(reason) && intent.status === 'requires_payment_method'
      ? (reason as unknown as StripeError)
      : authenticationError(kind);
  return { error: { ...error, [`${kind}_intent`]: intent } };
}

/** Never resolves, because the page navigates to the return address. */
function leaveFor(returnUrl: string, kind: Kind, intent: Intent): Promise<never> {
  const target = new URL(returnUrl);
  target.searchParams.set(`${kind}_intent`, intent.id);
  target.searchParams.set(`${kind}_intent_client_secret`, intent.client_secret ?? '');
  target.searchParams.set('redirect_status', intent.status === 'succeeded' ? 'succeeded' : 'pending');
  window.location.assign(target.href);
  return new Promise(() => {});
}
