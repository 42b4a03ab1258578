/** How often one client may call the rows that name a limit. Our own pages are nobody's client. */
import type { Endpoint, RowLimit } from '#contract/endpoint.ts';
import { type Message, worded } from '#kernel/language.ts';
import { site } from '#kernel/site.ts';
import type { Deps } from '#platform/deps.ts';
import type { EnforceLimit } from '#platform/mount.ts';
import { type Limit, type LongLimit, type RateLimits, RateLimited } from '#platform/rate-limits.ts';
import { currentRequest } from '#platform/request-context.ts';

/** A rate of 0 is without a limit. */
export type RowLimits = {
  rateLimits: RateLimits;
  couponLookupsPerMinute: number;
  purchasesPerMinute: number;
  contactMessagesPerHour: number;
};

/** A page asks once. */
const pendingCartsPerMinute = 20;
const tooManyMessages = (): Message =>
  worded('We have received several messages from you. Please send an email to {address}, or write again {wait}', { address: site.email });

/** Throws `RateLimited` when the client has had its share. Only a request that is fit to be handled counts. */
export function rowLimits({ metrics }: Pick<Deps, 'metrics'>, limits: RowLimits | undefined): EnforceLimit {
  if (limits === undefined) return async () => undefined;
  const { rateLimits } = limits;
  const take = async (limit: Limit | LongLimit, who: string | null | undefined, why?: Message): Promise<void> => {
    const atMost = 'perMinute' in limit ? limit.perMinute : limit.atMost;
    const waitSeconds = atMost === 0 || !who ? null : await rateLimits.take(limit, who);
    if (waitSeconds === null) return;
    metrics?.rateLimited(limit.name);
    throw new RateLimited(waitSeconds, why);
  };
  const client = (): string | null | undefined => currentRequest()?.client;
  /** A code is short enough to be guessed by a machine, so a client may try only as many as a person would. */
  const couponLookup = () => take({ name: 'coupon_lookups', perMinute: limits.couponLookupsPerMinute }, client());
  const enforce: Record<RowLimit, EnforceLimit> = {
    coupon_lookup: couponLookup,
    /** Every purchase opens a payment; thieves try out stolen cards this way. It tells whether its code is good just as a look-up does. */
    purchase: async (_row, { body }) => {
      await take({ name: 'purchases', perMinute: limits.purchasesPerMinute }, client());
      if ((body as { discountCode?: string | null }).discountCode) await couponLookup();
    },
    /** The address is in the question, so somebody could ask for many: counted for the person, from wherever they ask. */
    pending_cart: (_row, _received, caller) =>
      take({ name: 'pending_carts', perMinute: pendingCartsPerMinute }, caller.kind === 'person' ? caller.userId : null),
    /** Each message becomes email, some of it to an address that the sender only claims. */
    message: () => take({ name: 'messages', atMost: limits.contactMessagesPerHour, withinSeconds: 3_600 }, client(), tooManyMessages()),
  };
  return async (row: Endpoint, received, caller) => {
    if (row.limit !== undefined) await enforce[row.limit](row, received, caller);
  };
}
