/** The metrics in the form of Prometheus. Every label has few values: patterns, kinds and classes, never ids. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Metrics } from './metrics.ts'
import { setFigures } from './figures.ts'

const REQUEST_BUCKETS = [0.01, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 10]
const JOB_BUCKETS = [0.05, 0.25, 1, 5, 15, 60, 300, 1800]
const OUTBOUND_BUCKETS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20]

function versionOfProduct(): string {
  const text = readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}

function nameBuild(registry: Registry, role: string): void {
  const build = new Gauge({
    name: 'kartoteka_build_info',
    help: 'Always 1; the labels name the version, Node and the role of this process.',
    labelNames: ['version', 'node', 'role'],
    registers: [registry],
  })
  build.set({ version: versionOfProduct(), node: process.version, role }, 1)
}

export function openPrometheus(role: string): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  nameBuild(registry, role)
  const requests = new Histogram({
    name: 'kartoteka_http_request_duration_seconds',
    help: 'Answered requests by pattern of the address, method and class of the status.',
    labelNames: ['method', 'route', 'status'],
    buckets: REQUEST_BUCKETS,
    registers,
  })
  const jobs = new Histogram({
    name: 'kartoteka_job_duration_seconds',
    help: 'Jobs that this process ran, by kind and outcome: done, failed (tried again later), parked (the last try).',
    labelNames: ['job', 'outcome'],
    buckets: JOB_BUCKETS,
    registers,
  })
  const deliveries = new Counter({
    name: 'kartoteka_wallet_deliveries_total',
    help: 'Pushes to iPhones, and cards and messages sent to Google, by what the wallet answered.',
    labelNames: ['wallet', 'outcome'],
    registers,
  })
  const outbound = new Histogram({
    name: 'kartoteka_outbound_duration_seconds',
    help: 'Calls to vendors and CRMs, by class of the status, or unreachable or unknown without an answer.',
    labelNames: ['vendor', 'outcome'],
    buckets: OUTBOUND_BUCKETS,
    registers,
  })
  const replicaReads = new Counter({
    name: 'kartoteka_replica_reads_total',
    help: 'Reads that a replica was asked for: answered, or left to the database itself and why.',
    labelNames: ['outcome'],
    registers,
  })
  const figures = setFigures(registry)
  return {
    countRequest: (labels, took) => requests.observe(labels, took),
    countJob: (labels, took) => jobs.observe(labels, took),
    countDelivery: (wallet, outcome) => deliveries.inc({ wallet, outcome }),
    countOutbound: (labels, took) => outbound.observe(labels, took),
    countReplicaRead: (outcome) => replicaReads.inc({ outcome }),
    async render(sources) {
      await figures(sources)
      return { type: registry.contentType, text: await registry.metrics() }
    },
  }
}
