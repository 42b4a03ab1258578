/**
 * Spans around work, when the operator has configured a collector (record 0068). Without one, nothing is
 * created, stored, or loaded, and each of these functions is one comparison. Path of a trace:
 * `web/session/traceparent.ts`, this file, each statement, call, and job, and `payment.traceparent` for later
 * events.
 */
import type { Span, SpanStart, Tracing } from '#ports/tracing.ts';

const state: { tracing: Tracing | null } = { tracing: null };

/** Called once before anything is opened, and with null when the process stops. */
export const collectSpans = (tracing: Tracing | null): void => {
  state.tracing = tracing;
};

export const isTracing = (): boolean => state.tracing !== null;

export const beginSpan = (name: string, start: SpanStart): Span | null =>
  state.tracing?.begin(name, start) ?? null;

/** The trace context for a row or a job, so that later work belongs to the same trace. */
export const traceparentNow = (): string | null => state.tracing?.current()?.traceparent ?? null;

export async function traced<T>(name: string, start: SpanStart, work: () => Promise<T>): Promise<T> {
  const span = beginSpan(name, start);
  if (span === null) return work();
  try {
    const answer = await span.within(work);
    span.end();
    return answer;
  } catch (error) {
    span.end({ error: kindOf(error) });
    throw error;
  }
}

const kindOf = (error: unknown): string => (error instanceof Error ? error.constructor.name : typeof error);

type Call = (...args: unknown[]) => unknown;

/**
 * Wraps the object so that each call is a span, named by `prefix` and the method. A call that returns an
 * iterable has a span that ends immediately; its reader traces the reading.
 */
export function tracedPort<Port extends object>(prefix: string, port: Port): Port {
  if (!isTracing()) return port;
  return new Proxy(port, {
    get: (target, name) => {
      const call: unknown = Reflect.get(target, name);
      if (typeof call !== 'function' || typeof name !== 'string') return call;
      return (...args: unknown[]): unknown =>
        calledInSpan(`${prefix} ${name}`, () => (call as Call).apply(target, args));
    },
  });
}

function calledInSpan(name: string, call: () => unknown): unknown {
  const span = beginSpan(name, { kind: 'client' });
  const answer = span === null ? call() : span.within(call);
  if (answer instanceof Promise)
    answer.then(
      () => span?.end(),
      (error: unknown) => span?.end({ error: kindOf(error) }),
    );
  else span?.end();
  return answer;
}

/**
 * Traces a statement by its text, which has placeholders and never values. Only inside a span: background
 * polling is not traced.
 */
export function tracedStatement<T>(text: string, run: () => Promise<T>): Promise<T> {
  if (state.tracing?.current() == null) return run();
  const [operation = ''] = /[a-z]+/i.exec(text) ?? [];
  const name = operation.toUpperCase();
  const facts = { 'db.system.name': 'postgresql', 'db.operation.name': name, 'db.query.text': text };
  return traced(name, { kind: 'client', facts }, run);
}
