/** Spans that show where the time of a request went: one trace across processes and rows. */
export type SpanKind = 'server' | 'client' | 'consumer' | 'internal';
/** No personal data and no user input: only names, kinds, and outcomes. */
export type Facts = Record<string, string | number>;

export type SpanStart = {
  kind: SpanKind;
  /**
   * W3C Trace Context of the parent, such as the call that enqueued a job. Omitted: the current span. Null:
   * none, so this starts a trace. A current span of another trace is linked.
   */
  parent?: string | null;
  facts?: Facts;
};

export type Span = {
  traceId: string;
  /** The form that rows and jobs store. */
  traceparent: string;
  /** Spans started inside become children, across every `await`. */
  within<T>(work: () => T): T;
  /** `error`: the kind of a failure, never its message. */
  end(result?: { name?: string; facts?: Facts; error?: string }): void;
};

export type Tracing = {
  begin(name: string, start: SpanStart): Span;
  current(): Span | null;
};
