/**
 * Limits how often one client may call the endpoints that declare a limit. Calls by our own pages are not
 * limited.
 */
import type { Endpoint, EndpointLimit } from '#contract/endpoint.ts';
import { type Message, worded } from '#kernel/language.ts';
import type { Deps } from '#modules/shared/deps.ts';
import type { EnforceLimit } from '#platform/mount.ts';
import { type Limit, type LongLimit, type RateLimits, RateLimited } from '#platform/rate-limits.ts';
import { currentRequest } from '#platform/request-context.ts';

/** A rate of 0 means unlimited. */
export type EndpointLimits = {
  rateLimits: RateLimits;
  couponLookupsPerMinute: number;
  purchasesPerMinute: number;
  contactMessagesPerHour: number;
};

/** A page makes one call. */
const pendingCartsPerMinute = 20;
const tooManyMessages = (address: string): Message =>
  worded(
    'We have received several messages from you. Please send an email to {address}, or write again {wait}',
    { address },
  );

/**
 * Counts only valid requests.
 * @throws `RateLimited` when the client has used up its limit.
 */
export function endpointLimits(
  { metrics, settings }: Pick<Deps, 'metrics' | 'settings'>,
  limits: EndpointLimits | undefined,
): EnforceLimit {
  if (limits === undefined) return async () => undefined;
  const { rateLimits } = limits;
  const take = async (
    limit: Limit | LongLimit,
    subject: string | null | undefined,
    why?: Message,
  ): Promise<void> => {
    const atMost = 'perMinute' in limit ? limit.perMinute : limit.atMost;
    const waitSeconds = atMost === 0 || !subject ? null : await rateLimits.take(limit, subject);
    if (waitSeconds === null) return;
    metrics?.rateLimited(limit.name);
    throw new RateLimited(waitSeconds, why);
  };
  const client = (): string | null | undefined => currentRequest()?.client;
  /**
   * Coupon codes are short enough to guess by machine, so a client may try only as many as a person would.
   */
  const couponLookup = () =>
    take({ name: 'coupon_lookups', perMinute: limits.couponLookupsPerMinute }, client());
  const enforce: Record<EndpointLimit, EnforceLimit> = {
    coupon_lookup: couponLookup,
    /**
     * Every purchase opens a payment, and thieves test stolen cards this way. It also reveals whether a
     * coupon code is valid, as a lookup does.
     */
    purchase: async (_endpoint, { body }) => {
      await take({ name: 'purchases', perMinute: limits.purchasesPerMinute }, client());
      if ((body as { discountCode?: string | null }).discountCode) await couponLookup();
    },
    /**
     * The email address is in the request, so one caller could probe many. Counted per user, from any network
     * address.
     */
    pending_cart: (_endpoint, _received, caller) =>
      take(
        { name: 'pending_carts', perMinute: pendingCartsPerMinute },
        caller.kind === 'person' ? caller.userId : null,
      ),
    /** Each message causes emails, some of them to an address that the sender only claims. */
    message: () =>
      take(
        { name: 'messages', atMost: limits.contactMessagesPerHour, withinSeconds: 3_600 },
        client(),
        tooManyMessages(settings.current().company.email),
      ),
  };
  return async (endpoint: Endpoint, received, caller) => {
    if (endpoint.limit !== undefined) await enforce[endpoint.limit](endpoint, received, caller);
  };
}
