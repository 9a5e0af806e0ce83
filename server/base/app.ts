/**
 * What every room uses, made once at the start and passed down as an argument. Jobs get the app too, so their shape is
 * here.
 */
import type { z } from 'zod'
import type { Clock } from './clock.ts'
import type { Keys } from './crypto.ts'
import type { Database, Tx } from './db.ts'
import type { Env } from './env.ts'
import type { Listener } from './listener.ts'
import type { Log } from './log.ts'
import type { Mailer } from './mailer.ts'
import type { Relay } from './outbound/address.ts'
import type { Metrics, PoolFigures, QueueFigures } from './watch/metrics.ts'
import type { Tracing } from './watch/span.ts'

/** What can be emulated and then has pages for people, in a folder of this name under `/outside/`. */
export const EMULATED = ['mail', 'sms', 'telegram', 'apple', 'google'] as const
export type Emulated = (typeof EMULATED)[number]

type PaymentAddresses = { payUrl: string; serviceUrl: string }
type EmulatedShop = {
  login: string
  password1: string
  password2: string
  hash: 'md5' | 'ripemd160' | 'sha1' | 'sha256' | 'sha384' | 'sha512'
}

/** Addresses and keys of the outside world, real or emulated: no code that uses them can tell which. */
export type Outside = {
  smtpUrl: string
  sms: NonNullable<Env['sms']>
  /** Base addresses of the SMS vendors that accounts connect, by their type. */
  smsProviders: { urls: Readonly<Record<string, string>> }
  /** Where bots are asked, and where links to them lead. */
  telegram: { url: string; linkUrl: string }
  apns: { host: string; port: number; caPem?: string }
  google: NonNullable<Env['google']>
  /** Prefixes of CRM addresses that are trusted although they are not public, each ending in `/`. */
  crm: {
    trustedPlaces: readonly string[]
    /** Requests to addresses that begin with `from` go to `to` instead, past our own public address. */
    relays?: readonly Relay[]
    /** Tests do not keep to the pace of each vendor. */
    isUnpaced?: true
  }
  /** The emulated payment service and our shop there; undefined: it is not emulated. */
  payments?: EmulatedShop & PaymentAddresses
  /** Where the real one is, if not at its own address. */
  paymentUrls?: PaymentAddresses
  emulated: readonly Emulated[]
  /** Of these, the ones whose pages are served. */
  pages: readonly Emulated[]
  /** Waits before a repeat to Apple or Google are multiplied by it; tests wait less. */
  waitFactor?: number
}

export type App = {
  readonly env: Env
  /** Without a trailing slash. */
  readonly publicUrl: string
  readonly log: Log
  readonly clock: Clock
  readonly keys: Keys
  readonly database: Database
  readonly listener: Listener
  readonly jobs: Jobs
  readonly mailer: Mailer
  readonly metrics: Metrics
  /** Undefined: no traces are kept. */
  readonly tracing: Tracing | undefined
  readonly outside: Outside
}

export type Job<T extends object = object> = {
  name: string
  shape: z.ZodType<T>
  /** How often and how soon a failed run is tried again; the delay doubles each time. */
  retry: { limit: number; delaySeconds: number }
  /** Runs at the same time in one worker process. */
  atOnce: number
  /** Also runs on a schedule: a cron line in Moscow time, without data. */
  every?: string
  handle(app: App, data: T): Promise<void>
  /** The last attempt has failed: leaves the data in a state that people can continue from. */
  giveUp?(app: App, data: T): Promise<void>
}

/** A job whose last try has failed. `name` is empty when it is not known. */
export type ParkedJob = { id: string; name: string; data: object; reason: string; tries: number; at: Date }

export type AnyJob = Job<never> | Job

export type Jobs = {
  /** Puts a job into `tx`; with `key`, a waiting job of the same name and key is not added twice. */
  enqueue<T extends object>(
    tx: Tx,
    job: Pick<Job<T>, 'name' | 'shape'>,
    data: T,
    options?: { afterSeconds?: number; key?: string },
  ): Promise<void>
  /** Puts many jobs of one name into `tx` with one statement. */
  enqueueAll<T extends object>(tx: Tx, job: Pick<Job<T>, 'name' | 'shape'>, all: readonly T[]): Promise<void>
  /** Jobs that no worker tries any more, the newest first. */
  listParked(): Promise<ParkedJob[]>
  /** Tries it again from the start. @returns false when there is no such job */
  repeatParked(id: string): Promise<boolean>
  dropParked(id: string): Promise<boolean>
  /** Runs `giveUp` of those whose worker was killed before it could. */
  endParked(app: App): Promise<void>
  /** How many jobs of each kind are not done. */
  figures(): Promise<QueueFigures[]>
  /** Connections to the queue. */
  pool(): PoolFigures
  /** Fetches and handles jobs until `stop`. */
  startWorking(app: App, jobs: readonly AnyJob[]): Promise<void>
  /** Runs the waiting jobs one after another and returns how many; for tests. */
  drain(app: App, jobs: readonly AnyJob[]): Promise<number>
  /** Fetches no more jobs; running ones continue. */
  stopWorking(): Promise<void>
  /** Waits for running jobs, gives back the ones that take too long, and closes. */
  stop(): Promise<void>
}
