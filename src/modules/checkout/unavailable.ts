/** What a buyer hears when the processor cannot be reached, or turns our own request down. */
import { DomainError } from '#kernel/errors.ts';
import type { Deps } from '#platform/deps.ts';
import { GatewayRefused, GatewayUnavailable } from '#ports/payment-gateway.ts';

/** A new card is charged only after the browser confirms, so an unreachable processor here means: nothing was charged. */
export const sayUnavailable =
  (deps: Deps) =>
  (error: unknown): never => {
    if (!(error instanceof GatewayUnavailable) && !(error instanceof GatewayRefused)) throw error;
    deps.log.error({ err: error }, 'the processor did not open a payment');
    throw new DomainError('payment_unavailable');
  };
