/**
 * Parameters that payments and setups share, their conversion to object fields, and the check of the client
 * secret.
 */
import type Stripe from 'stripe';
import type { Confirmation } from '#sandbox/stripe/confirmation.ts';
import { address, billingDetails, metadata, webAddress } from '#sandbox/stripe/http/common-parameters.ts';
import { invalidRequest } from '#sandbox/stripe/http/errors.ts';
import {
  either,
  emptyable,
  flag,
  group,
  integer,
  list,
  needed,
  oneOf,
  removed,
  text,
  type Values,
} from '#sandbox/stripe/http/parameters.ts';
import * as methods from '#sandbox/stripe/payment-methods.ts';
import type { Call } from '#sandbox/stripe/world.ts';

/** Read-only in this API version: the types cannot be set but are still returned. */
export const typesParams = {
  allowed_payment_method_types: list(oneOf(['card'])),
  payment_method_types: removed(
    'payment_method_types_no_longer_supported',
    'payment_method_types can no longer be written. Send automatic_payment_methods[enabled]=true, and allowed_payment_method_types to narrow the choice.',
  ),
};

export const automaticParams = {
  automatic_payment_methods: group({ enabled: needed(flag), allow_redirects: oneOf(['always', 'never']) }),
};

export const typedCard = group({
  number: text(),
  cvc: text(),
  token: text(),
  exp_month: integer(),
  exp_year: integer(),
  networks: group({ preferred: text() }),
});

export const methodData = group({
  type: needed(oneOf(['card'])),
  card: typedCard,
  billing_details: billingDetails,
  metadata,
  allow_redisplay: oneOf(['always', 'limited', 'unspecified']),
  radar_options: group({ session: text() }),
});

export const methodOptions = group({
  card: emptyable(
    group({
      request_three_d_secure: oneOf(['any', 'automatic', 'challenge']),
      moto: flag,
      require_cvc_recollection: flag,
    }),
  ),
});

export const confirmationParams = {
  payment_method: text(),
  payment_method_data: methodData,
  payment_method_options: methodOptions,
  return_url: webAddress,
  use_stripe_sdk: flag,
  mandate_data: emptyable(
    group({
      customer_acceptance: needed(
        group({
          type: needed(oneOf(['online', 'offline'])),
          online: group({ ip_address: text(), user_agent: text(), infer_from_client: flag }),
        }),
      ),
    }),
  ),
};

export const offSession = either(flag, oneOf(['one_off', 'recurring']));

export const shippingParam = group({
  address: needed(address),
  name: needed(text()),
  phone: text(),
  carrier: text(),
  tracking_number: text(),
});

/** Parameters that a browser adds to a confirmation. */
export const browserParams = { client_secret: needed(text()) };

type Sent = Partial<Values<typeof confirmationParams>> & {
  off_session?: boolean | 'one_off' | 'recurring' | undefined;
  error_on_requires_action?: boolean | undefined;
};

export const confirmationOf = (values: Sent): Confirmation => {
  if (values.payment_method !== undefined && values.payment_method_data !== undefined) {
    throw invalidRequest('Send either payment_method or payment_method_data, not both.', {
      param: 'payment_method_data',
    });
  }
  return {
    methodId: values.payment_method ?? null,
    methodData: values.payment_method_data === undefined ? null : toMethodRequest(values.payment_method_data),
    returnUrl: values.return_url ?? null,
    useStripeSdk: values.use_stripe_sdk ?? false,
    offSession: values.off_session !== undefined && values.off_session !== false,
    failOnAction: values.error_on_requires_action ?? false,
  };
};

type SentMethod = Values<{ data: typeof methodData }>['data'] & object;
export const toMethodRequest = (sent: SentMethod): methods.MethodRequest => ({
  card: sent.card,
  billing: sent.billing_details,
  metadata: sent.metadata ?? {},
  allowRedisplay: sent.allow_redisplay,
});

type SentAutomatic = { enabled: boolean; allow_redirects?: 'always' | 'never' | undefined };
/** Omitted means "all methods of the Dashboard". */
export const toAutomatic = (
  sent: SentAutomatic | undefined,
): { enabled: boolean; allow_redirects: 'always' | 'never' } | null =>
  sent?.enabled === false ? null : { enabled: true, allow_redirects: sent?.allow_redirects ?? 'always' };

type SentOptions = {
  card?: { request_three_d_secure?: 'any' | 'automatic' | 'challenge' | undefined } | null | undefined;
};
export const paymentOptions = (sent: SentOptions | undefined): Stripe.PaymentIntent.PaymentMethodOptions => ({
  card: {
    installments: null,
    mandate_options: null,
    network: null,
    request_three_d_secure: sent?.card?.request_three_d_secure ?? 'automatic',
  },
});

type SentShipping = {
  address: methods.TypedAddress;
  name: string;
  phone?: string | undefined;
  carrier?: string | undefined;
  tracking_number?: string | undefined;
};
export const toShipping = (sent: SentShipping | null | undefined): Stripe.PaymentIntent.Shipping | null =>
  sent === null || sent === undefined
    ? null
    : {
        address: methods.toAddress(sent.address),
        name: sent.name,
        phone: sent.phone ?? null,
        carrier: sent.carrier ?? null,
        tracking_number: sent.tracking_number ?? null,
      };

type Intent = { object: 'payment_intent' | 'setup_intent'; client_secret: string | null };
export function checkClientSecret(call: Call, intent: Intent, sent: string | undefined): void {
  if (sent === undefined && !call.isBrowser) return;
  if (sent === undefined)
    throw invalidRequest('A client_secret is needed with a publishable API key.', {
      code: 'parameter_missing',
      param: 'client_secret',
    });
  if (sent === intent.client_secret) return;
  const words = intent.object === 'payment_intent' ? 'PaymentIntent' : 'SetupIntent';
  throw invalidRequest(
    `The client_secret provided does not match the client_secret associated with the ${words}.`,
    {
      code: `${intent.object}_invalid_parameter`,
      param: 'client_secret',
    },
  );
}
