/** The settings of metrics and traces. Those of traces are OpenTelemetry's own. */
import { z } from 'zod'
import { BadSetting } from '../bad-setting.ts'

const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const

const Url = z.url({ protocol: /^https?$/, error: 'must be an address such as http://127.0.0.1:4318' })
const PORT_ERROR = 'must be a whole number from 1 to 65535'

export const WATCH_SETTINGS = {
  METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{16,200}$/, { error: 'must be 16 to 200 letters, digits and signs without spaces' })
    .optional(),
  METRICS_PORT: z.coerce
    .number({ error: PORT_ERROR })
    .int({ error: PORT_ERROR })
    .min(1, { error: PORT_ERROR })
    .max(65_535, { error: PORT_ERROR })
    .optional(),
  OTEL_SDK_DISABLED: z.string().optional(),
  OTEL_TRACES_EXPORTER: z.string().default('otlp'),
  OTEL_EXPORTER_OTLP_ENDPOINT: Url.optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: Url.optional(),
  OTEL_EXPORTER_OTLP_PROTOCOL: z.string().default('http/protobuf'),
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: z.string().optional(),
  OTEL_TRACES_SAMPLER: z
    .enum(SAMPLERS, { error: `must be one of ${SAMPLERS.join(', ')}` })
    .default('parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number({ error: 'must be a number from 0 to 1' })
    .min(0, { error: 'must be a number from 0 to 1' })
    .max(1, { error: 'must be a number from 0 to 1' })
    .default(1),
  OTEL_BSP_SCHEDULE_DELAY: z.coerce
    .number({ error: 'must be a number of milliseconds' })
    .int({ error: 'must be a number of milliseconds' })
    .min(1, { error: 'must be a number of milliseconds' })
    .default(5000),
}
type Raw = z.infer<z.ZodObject<typeof WATCH_SETTINGS>> & { PORT: number }

type MetricsSettings = {
  /** Opens `GET /metrics`; undefined: it is open on a port of its own only, if at all. */
  token: string | undefined
  /** A port of its own, which a worker has too. */
  port: number | undefined
}
export type TracingSettings = { url: string; sampler: (typeof SAMPLERS)[number]; ratio: number; delayMs: number }

export type WatchSettings = {
  metrics: MetricsSettings
  /** Undefined: tracing is off. */
  tracing: TracingSettings | undefined
}

function readMetrics({ METRICS_TOKEN: token, METRICS_PORT: port, PORT }: Raw): MetricsSettings {
  if (port !== undefined && port === PORT)
    throw new BadSetting('METRICS_PORT must not be PORT: without it, METRICS_TOKEN opens /metrics at PORT')
  return { token, port }
}

function readTracing(raw: Raw): TracingSettings | undefined {
  const endpoint = raw.OTEL_EXPORTER_OTLP_ENDPOINT?.replace(/\/+$/, '')
  const url = raw.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? (endpoint && `${endpoint}/v1/traces`)
  const isOff = raw.OTEL_SDK_DISABLED?.toLowerCase() === 'true' || raw.OTEL_TRACES_EXPORTER === 'none'
  if (!url || isOff) return undefined
  if (raw.OTEL_TRACES_EXPORTER !== 'otlp') throw new BadSetting('OTEL_TRACES_EXPORTER must be otlp or none')
  if ((raw.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL ?? raw.OTEL_EXPORTER_OTLP_PROTOCOL) !== 'http/protobuf')
    throw new BadSetting('OTEL_EXPORTER_OTLP_PROTOCOL must be http/protobuf, usually at port 4318')
  return {
    url,
    sampler: raw.OTEL_TRACES_SAMPLER,
    ratio: raw.OTEL_TRACES_SAMPLER_ARG,
    delayMs: raw.OTEL_BSP_SCHEDULE_DELAY,
  }
}

/** @throws BadSetting */
export const readWatch = (raw: Raw): WatchSettings => ({ metrics: readMetrics(raw), tracing: readTracing(raw) })
