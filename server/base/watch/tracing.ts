/** Opens tracing where OpenTelemetry's variables ask for it; otherwise nothing of OpenTelemetry is loaded. */
import type { Env } from '../env.ts'
import type { Log } from '../log.ts'
import type { Tracing } from './span.ts'

export async function openTracing(settings: Env['tracing'], log: Log): Promise<Tracing | undefined> {
  if (!settings) return undefined
  const { openOtlp } = await import('./otlp.ts')
  return openOtlp(settings, log)
}
