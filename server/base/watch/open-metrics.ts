/** Opens metrics where a setting asks for them; otherwise their library is not loaded. */
import type { Env } from '../env.ts'
import { type Metrics, NO_METRICS } from './metrics.ts'

/** Whether this process serves metrics: a worker has no port but one of their own. */
const hasMetrics = ({ metrics: { token, port }, role }: Env): boolean =>
  port !== undefined || (token !== undefined && role !== 'worker')

export async function openMetrics(env: Env): Promise<Metrics> {
  if (!hasMetrics(env)) return NO_METRICS
  const { openPrometheus } = await import('./prometheus.ts')
  return openPrometheus(env.role)
}
