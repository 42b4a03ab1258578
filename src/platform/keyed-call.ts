/**
 * Makes a call to a processor or bureau take effect exactly once, even across crashes. The caller has
 * committed the parameters and the idempotency key. On an unknown outcome it repeats the same call. This
 * module handles keys that can no longer be used.
 */
import { GatewayUnavailable } from '#ports/payment-gateway.ts';

/** Processors store a key for at least a day. A call under an expired key would take effect twice. */
const keyLastsMs = 23 * 3_600_000;

/** True when the processor may have dropped the key. The result of earlier calls must then be looked up. */
export const isKeySpent = (keyedAt: Date, now: Date): boolean =>
  now.getTime() - keyedAt.getTime() > keyLastsMs;

export type KeyedCall<Answer> = {
  /** When the key was recorded. */
  keyedAt: Date;
  now: Date;
  /** Calls under the recorded key, with the recorded parameters. */
  ask: () => Promise<Answer>;
  /** Looks up the result of earlier calls by our own id. Null: they had no effect. */
  find: () => Promise<Answer | null>;
  /**
   * Records a new key and returns the call under it. Null: another process has already done so and continues.
   */
  renew: () => Promise<(() => Promise<Answer>) | null>;
};

/**
 * Returns null when another process continues with a newer key. Throws the errors of `ask`, such as
 * `GatewayUnavailable` for an unknown outcome; a retry continues.
 */
export async function callOnce<Answer>({
  keyedAt,
  now,
  ask,
  find,
  renew,
}: KeyedCall<Answer>): Promise<Answer | null> {
  // A new key is used only when the old one is proven to have had no effect.
  const askWithNewKey = async (): Promise<Answer | null> => {
    const found = await find();
    if (found !== null) return found;
    const call = await renew();
    return call === null ? null : call();
  };
  if (isKeySpent(keyedAt, now)) return askWithNewKey();
  return ask().catch((error: unknown) => {
    // A failure stored under the key is repeated for as long as the key lasts.
    if (error instanceof GatewayUnavailable && error.replayed) return askWithNewKey();
    throw error;
  });
}
