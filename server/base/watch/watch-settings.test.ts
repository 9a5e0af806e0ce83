import { expect, test } from 'vitest'
import { BadSetting, readEnv } from '../env.ts'

const read = (from: Record<string, string>) => readEnv(from, '/tmp')

test('metrics and traces are off unless a setting asks for them', () => {
  expect(read({})).toMatchObject({ metrics: { token: undefined, port: undefined }, tracing: undefined })
  expect(read({ OTEL_SERVICE_NAME: 'cards', OTEL_TRACES_SAMPLER: 'always_on' }).tracing).toBeUndefined()
})

test("OpenTelemetry's variables say where traces go", () => {
  const endpoint = 'http://127.0.0.1:4318'
  const urlOf = (more: Record<string, string>) => read({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, ...more }).tracing?.url
  expect(urlOf({})).toBe('http://127.0.0.1:4318/v1/traces')
  expect(urlOf({ OTEL_EXPORTER_OTLP_ENDPOINT: `${endpoint}/` })).toBe('http://127.0.0.1:4318/v1/traces')
  expect(urlOf({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${endpoint}/mine` })).toBe('http://127.0.0.1:4318/mine')
  for (const off of [{ OTEL_SDK_DISABLED: 'true' }, { OTEL_TRACES_EXPORTER: 'none' }])
    expect(urlOf(off)).toBeUndefined()
  expect(
    read({
      OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
      OTEL_TRACES_SAMPLER: 'traceidratio',
      OTEL_TRACES_SAMPLER_ARG: '0.25',
      OTEL_BSP_SCHEDULE_DELAY: '100',
    }).tracing,
  ).toMatchObject({ sampler: 'traceidratio', ratio: 0.25, delayMs: 100 })
})

test.each([
  [{ METRICS_TOKEN: 'short' }, 'METRICS_TOKEN'],
  [{ METRICS_TOKEN: 'with a space, and long enough' }, 'METRICS_TOKEN'],
  [{ METRICS_PORT: '0' }, 'METRICS_PORT'],
  [{ PORT: '3000', METRICS_PORT: '3000' }, 'METRICS_PORT'],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4317' }, 'OTEL_EXPORTER_OTLP_ENDPOINT'],
  [
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c:4317', OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' },
    'OTEL_EXPORTER_OTLP_PROTOCOL',
  ],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c:4318', OTEL_TRACES_EXPORTER: 'zipkin' }, 'OTEL_TRACES_EXPORTER'],
  [{ OTEL_TRACES_SAMPLER: 'sometimes' }, 'OTEL_TRACES_SAMPLER'],
  [{ OTEL_TRACES_SAMPLER_ARG: '2' }, 'OTEL_TRACES_SAMPLER_ARG'],
])('%o is refused by its name', (from, name) => {
  const refusal = (() => {
    try {
      return read(from)
    } catch (error) {
      return error
    }
  })()
  expect(refusal).toBeInstanceOf(BadSetting)
  expect((refusal as Error).message).toContain(name)
})
