/** One step of a trace, in the terms that the rest of the server needs: only `otlp.ts` knows OpenTelemetry. */

/** Who asks whom: a request reaches us, we ask somebody else, a job is taken from the queue. */
export type SpanKind = 'server' | 'client' | 'consumer'
export type Attributes = Readonly<Record<string, string | number | boolean>>

export type Span = {
  /** As the W3C's Trace Context writes it, for the job that continues the trace. */
  readonly traceparent: string
  /** Begins a span below this one. */
  begin(name: string, kind: SpanKind, attributes: Attributes): Span
  set(attributes: Attributes): void
  /** @param reason a code or the name of an error, never its message: that may contain what people have typed */
  fail(reason: string): void
  end(): void
}

export type Tracing = {
  /** @param parent the `traceparent` of the span that it continues; anything else begins a trace */
  begin(name: string, kind: SpanKind, attributes: Attributes, parent: string | undefined): Span
  /** Sends what is left. */
  close(): Promise<void>
}
