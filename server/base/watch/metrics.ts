/** What is counted for `GET /metrics`, and what is read for it. Where it is off, nothing is. */

/** Connections: those that exist, those that nobody uses, and pieces of work that wait for one. */
export type PoolFigures = { total: number; idle: number; waiting: number; max: number }

/** The jobs of one kind that are not done. */
export type QueueFigures = {
  job: string
  /** Due, and not taken yet. */
  waiting: number
  /** Their time has not come. */
  delayed: number
  /** Failed before, and tried again at their time. */
  retrying: number
  active: number
  parked: number
  /** For how long the oldest one that is due has waited; 0 when none is. */
  oldestSeconds: number
}

/** Where the figures of the moment are read. */
export type Sources = {
  database: { pools(): Readonly<Record<string, PoolFigures>> }
  jobs: { figures(): Promise<QueueFigures[]>; pool(): PoolFigures }
}

export type Metrics = {
  /** @param route the pattern of the address, never the address itself */
  countRequest(labels: { method: string; route: string; status: string }, seconds: number): void
  countJob(labels: { job: string; outcome: 'done' | 'failed' | 'parked' }, seconds: number): void
  countDelivery(wallet: 'apple' | 'google', outcome: string): void
  countOutbound(labels: { vendor: string; outcome: string }, seconds: number): void
  /** Of one read at one replica. */
  countReplicaRead(outcome: string): void
  /** The text that Prometheus reads. */
  render(sources: Sources): Promise<{ type: string; text: string }>
}

export const NO_METRICS: Metrics = {
  countRequest: () => undefined,
  countJob: () => undefined,
  countDelivery: () => undefined,
  countOutbound: () => undefined,
  countReplicaRead: () => undefined,
  render: async () => ({ type: 'text/plain', text: '' }),
}
