/** Spans that leave over OTLP. The only file that knows OpenTelemetry, loaded only where tracing is on. */
import {
  type Context,
  diag,
  DiagLogLevel,
  ROOT_CONTEXT,
  type Span as OtelSpan,
  SpanKind as OtelKind,
  SpanStatusCode,
  trace,
  type Tracer,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Log } from '../log.ts'
import { withoutContext } from './context.ts'
import type { Attributes, Span, SpanKind, Tracing } from './span.ts'
import type { TracingSettings } from './watch-settings.ts'

const KINDS: Readonly<Record<SpanKind, OtelKind>> = {
  server: OtelKind.SERVER,
  client: OtelKind.CLIENT,
  consumer: OtelKind.CONSUMER,
}
const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/

function samplerOf({ sampler, ratio }: TracingSettings): Sampler {
  const [, isBasedOnParent, name] = /^(parentbased_)?(.+)$/.exec(sampler) ?? []
  const root =
    name === 'always_off'
      ? new AlwaysOffSampler()
      : name === 'traceidratio'
        ? new TraceIdRatioBasedSampler(ratio)
        : new AlwaysOnSampler()
  return isBasedOnParent ? new ParentBasedSampler({ root }) : root
}

/** A context with the span of another process, or none. */
function contextOf(traceparent: string | undefined): Context {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(traceparent ?? '') ?? []
  if (traceId === undefined || spanId === undefined || flags === undefined) return ROOT_CONTEXT
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true })
}

function wrap(tracer: Tracer, span: OtelSpan): Span {
  const { traceId, spanId, traceFlags } = span.spanContext()
  return {
    traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`,
    begin: (name, kind, attributes) => begin(tracer, name, kind, attributes, trace.setSpan(ROOT_CONTEXT, span)),
    set: (attributes) => void span.setAttributes(attributes),
    fail: (reason) => void span.setStatus({ code: SpanStatusCode.ERROR, message: reason }),
    end: () => span.end(),
  }
}

const begin = (tracer: Tracer, name: string, kind: SpanKind, attributes: Attributes, parent: Context): Span =>
  wrap(tracer, tracer.startSpan(name, { kind: KINDS[kind], attributes }, parent))

const MS_BETWEEN_LINES = 60_000

/** A collector that is away is named once a minute at most; it stops nothing here. */
function logFaults(log: Log): void {
  let loggedAtMs = -Infinity
  const warn = (message: string, ...rest: unknown[]) => {
    if (performance.now() - loggedAtMs < MS_BETWEEN_LINES) return
    loggedAtMs = performance.now()
    const detail = [message, ...rest.map(String)].join(' ').slice(0, 300)
    withoutContext(() => log.warn({ detail }, 'traces cannot be sent'))
  }
  const nothing = () => undefined
  diag.setLogger(
    { error: warn, warn, info: nothing, debug: nothing, verbose: nothing },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  )
}

export function openOtlp(settings: TracingSettings, log: Log): Tracing {
  logFaults(log)
  const provider = new TracerProvider({
    sampler: samplerOf(settings),
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': 'kartoteka' }))
      // OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES.
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [
      new BatchSpanProcessor({
        // Headers, compression, certificates and the time limit are read by the library from their own variables.
        exporter: new OTLPTraceExporter({ url: settings.url }),
        scheduledDelayMillis: settings.delayMs,
      }),
    ],
  })
  const tracer = provider.getTracer('kartoteka')
  return {
    begin: (name, kind, attributes, parent) => begin(tracer, name, kind, attributes, contextOf(parent)),
    close: () => provider.shutdown().catch(() => undefined),
  }
}
