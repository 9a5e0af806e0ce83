const EPOCH_MS = Date.UTC(2026, 0, 1)

/** Number of a cabinet: milliseconds since 2026 and 12 random bits, below 2^53, made without asking the database. */
export function newCabinetId(nowMs: number): number {
  return (nowMs - EPOCH_MS) * 4096 + Math.floor(Math.random() * 4096)
}
