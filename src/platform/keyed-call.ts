/**
 * One call to a processor or a bureau that must have its effect once, whatever dies in between. The caller has recorded the call with its
 * parameters and its key, and has committed. On an unknown outcome it asks again in the same way; here is what to do when the key itself
 * is of no use any more.
 */
import { GatewayUnavailable } from '#ports/payment-gateway.ts';

/** Processors keep a key for a day at least. A call under a forgotten key would be a second one. */
const keyLastsMs = 23 * 3_600_000;

/** True when the key may be forgotten over there: whatever came of it has to be looked for. */
export const isKeySpent = (keyedAt: Date, now: Date): boolean => now.getTime() - keyedAt.getTime() > keyLastsMs;

export type KeyedCall<Answer> = {
  /** When the key was recorded. */
  keyedAt: Date;
  now: Date;
  /** Asks under the recorded key, with the recorded parameters. */
  ask: () => Promise<Answer>;
  /** What came of earlier calls, found by our own id over there. Null: nothing did. */
  find: () => Promise<Answer | null>;
  /** Records a new key and answers the call under it. Null: somebody else has done so meanwhile, and goes on. */
  renew: () => Promise<(() => Promise<Answer>) | null>;
};

/**
 * Null when somebody else goes on with a newer key. Throws what `ask` throws, such as `GatewayUnavailable` when nobody knows the outcome:
 * a repeat continues.
 */
export async function callOnce<Answer>({ keyedAt, now, ask, find, renew }: KeyedCall<Answer>): Promise<Answer | null> {
  // A new key only after it is proven that nothing came of the old one.
  const askAnew = async (): Promise<Answer | null> => {
    const found = await find();
    if (found !== null) return found;
    const again = await renew();
    return again === null ? null : again();
  };
  if (isKeySpent(keyedAt, now)) return askAnew();
  return ask().catch((error: unknown) => {
    // A failure that is kept under the key is repeated for as long as the key lasts.
    if (error instanceof GatewayUnavailable && error.replayed) return askAnew();
    throw error;
  });
}
