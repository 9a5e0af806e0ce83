/** The time, in one place, so that a test can set it. All times are UTC; days in Moscow: `contract/time.ts`. */

export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }
