/** What is told of work, for whoever asks where the time of a request went: spans of one trace, across processes and rows. */
export type SpanKind = 'server' | 'client' | 'consumer' | 'internal';
/** Nothing of a person and no value that one typed: what it is called, which kind, how it ended. */
export type Facts = Record<string, string | number>;

export type SpanStart = {
  kind: SpanKind;
  /**
   * W3C Trace Context of what it belongs to, such as the call that left a job behind. Left out: whatever is at work. Null: nothing, it begins a
   * trace. Where something of another trace is at work, the span is linked to it.
   */
  parent?: string | null;
  facts?: Facts;
};

export type Span = {
  traceId: string;
  /** In the form in which a row or a job carries it on. */
  traceparent: string;
  /** What is begun inside belongs to it, across every `await`. */
  within<T>(work: () => T): T;
  /** `error`: the kind of a failure, never its words. */
  end(told?: { name?: string; facts?: Facts; error?: string }): void;
};

export type Tracing = {
  begin(name: string, start: SpanStart): Span;
  current(): Span | null;
};
