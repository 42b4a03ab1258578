/** Settings that limit clients. A rate of 0 means unlimited. */
import { type AccountLimits, defaultLimits } from '#modules/accounts/limits/service.ts';
import type { HoldRules } from '#modules/checkout/placing/coupon-hold.ts';
import { z } from 'zod';
import type { SettingsOf } from './setting-values.ts';

const count = z.coerce.number().int().min(0).max(1_000_000);

export const limitSettings = {
  TRUST_PROXY: z.coerce
    .number('must be the number of trusted proxies')
    .int()
    .min(0)
    .max(10)
    .default(0)
    .meta({ description: 'Number of trusted proxies. With `0`, `X-Forwarded-For` is ignored.' }),
  IN_FLIGHT_AT_MOST: z.coerce.number().int().min(2).max(10_000).default(256).meta({
    description: 'Customer requests in progress at the same time. One client can use a quarter of them.',
  }),
  REQUESTS_PER_MINUTE: count
    .default(300)
    .meta({ description: 'Requests per client and minute. `0` is unlimited.' }),
  COUPON_LOOKUPS_PER_MINUTE: count
    .default(20)
    .meta({ description: 'Coupon lookups per client and minute. `0` is unlimited.' }),
  PURCHASES_PER_MINUTE: count
    .default(30)
    .meta({ description: 'Purchase calls per client and minute. `0` is unlimited.' }),
  UNPAID_ORDERS_WITH_CODE: z.coerce.number().int().min(0).max(1_000).default(3).meta({
    description: 'Unpaid orders with a coupon, per client and per email address. `0` is unlimited.',
  }),
  WRONG_PASSWORDS: count.default(defaultLimits.wrongPasswords).meta({
    description:
      'Wrong passwords per client and account in 15 minutes. Further attempts wait longer each time. `0` is unlimited.',
  }),
  WRONG_CODES: count.default(defaultLimits.wrongCodes).meta({
    description:
      'Wrong second-factor codes per client and account in 15 minutes. Further attempts wait longer. `0` is unlimited.',
  }),
  WRONG_CODES_OF_ALL: count.default(defaultLimits.wrongCodesOfAll).meta({
    description: 'Wrong second-factor codes per account in 15 minutes, across all clients. `0` is unlimited.',
  }),
  LOG_INS_PER_HOUR: count
    .default(defaultLimits.logInsPerHour)
    .meta({ description: 'Failed log-ins per client and hour. `0` is unlimited.' }),
  REGISTRATIONS_PER_HOUR: count
    .default(defaultLimits.registrationsPerHour)
    .meta({ description: 'Registrations per client and hour. `0` is unlimited.' }),
  EMAILS_PER_HOUR: count
    .default(defaultLimits.emailsPerHour)
    .meta({ description: 'Emails that one client can request per hour. `0` is unlimited.' }),
  EMAILS_PER_ADDRESS_PER_HOUR: count.default(defaultLimits.emailsPerAddressPerHour).meta({
    description: 'Requested emails of one kind to one address per hour. More are not sent. `0` is unlimited.',
  }),
  REFRESHES_PER_MINUTE: count
    .default(defaultLimits.refreshesPerMinute)
    .meta({ description: 'Token refreshes per session and minute. `0` is unlimited.' }),
  CONTACT_MESSAGES_PER_HOUR: count
    .default(5)
    .meta({ description: 'Contact messages per client and hour. `0` is unlimited.' }),
};

export type LimitConfig = {
  /** A rate of 0 means unlimited. */
  limits: {
    trustedProxies: number;
    inFlightAtMost: number;
    requestsPerMinute: number;
    couponLookupsPerMinute: number;
    purchasesPerMinute: number;
    /** Coupon uses that unpaid orders hold. */
    holds: HoldRules;
    accounts: AccountLimits;
    contactMessagesPerHour: number;
  };
};

export const readLimits = (
  settings: SettingsOf<typeof limitSettings> & { COUPON_HOLD_MINUTES: number },
): LimitConfig => ({
  limits: {
    trustedProxies: settings.TRUST_PROXY,
    inFlightAtMost: settings.IN_FLIGHT_AT_MOST,
    requestsPerMinute: settings.REQUESTS_PER_MINUTE,
    couponLookupsPerMinute: settings.COUPON_LOOKUPS_PER_MINUTE,
    purchasesPerMinute: settings.PURCHASES_PER_MINUTE,
    holds: { holdMinutes: settings.COUPON_HOLD_MINUTES, ordersAtMost: settings.UNPAID_ORDERS_WITH_CODE },
    accounts: {
      wrongPasswords: settings.WRONG_PASSWORDS,
      wrongCodes: settings.WRONG_CODES,
      wrongCodesOfAll: settings.WRONG_CODES_OF_ALL,
      logInsPerHour: settings.LOG_INS_PER_HOUR,
      registrationsPerHour: settings.REGISTRATIONS_PER_HOUR,
      emailsPerHour: settings.EMAILS_PER_HOUR,
      emailsPerAddressPerHour: settings.EMAILS_PER_ADDRESS_PER_HOUR,
      refreshesPerMinute: settings.REFRESHES_PER_MINUTE,
    },
    contactMessagesPerHour: settings.CONTACT_MESSAGES_PER_HOUR,
  },
});
