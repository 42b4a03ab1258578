/** Wraps the payment gateway and counts its failures per call. Results and errors pass through unchanged. */
import type { Metrics } from '#platform/metrics.ts';
import { GatewayRefused, GatewayUnavailable, type PaymentGateway } from '#ports/payment-gateway.ts';

type Call = (...args: unknown[]) => unknown;

/** `onTrouble` runs when the processor did not answer or its answer was unusable. */
export const measuredGateway = (
  real: PaymentGateway,
  metrics: Pick<Metrics, 'processorFailed'>,
  onTrouble: () => void = () => undefined,
): PaymentGateway =>
  Object.fromEntries(
    Object.entries(real).map(([name, call]) => [
      name,
      counted(call as Call, (error) => {
        count(metrics, name, error);
        if (error instanceof GatewayUnavailable) onTrouble();
      }),
    ]),
  ) as unknown as PaymentGateway;

/** Other errors are bugs and are reported elsewhere. */
function count(metrics: Pick<Metrics, 'processorFailed'>, call: string, error: unknown): void {
  if (error instanceof GatewayRefused) metrics.processorFailed(call, 'refused');
  if (error instanceof GatewayUnavailable) metrics.processorFailed(call, error.trouble);
}

const counted =
  (call: Call, failed: (error: unknown) => void): Call =>
  (...args) => {
    const answer = call(...args);
    if (answer instanceof Promise)
      return answer.catch((error: unknown) => {
        failed(error);
        throw error;
      });
    return isList(answer) ? watched(answer, failed) : answer;
  };

const isList = (answer: unknown): answer is AsyncIterable<unknown> =>
  typeof answer === 'object' && answer !== null && Symbol.asyncIterator in answer;

async function* watched(
  list: AsyncIterable<unknown>,
  failed: (error: unknown) => void,
): AsyncGenerator<unknown> {
  try {
    yield* list;
  } catch (error) {
    failed(error);
    throw error;
  }
}
