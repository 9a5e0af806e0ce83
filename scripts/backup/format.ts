/**
 * A backup: a compressed text of `copy … from stdin` statements, as pg_dump writes them, between a line that says what
 * it is and one that says how much it holds. The tables themselves are made by the migrations that it names.
 */
import type { Readable } from 'node:stream'
import { z } from 'zod'
import type { Keys } from '../../server/base/crypto.ts'

export const FORMAT = 1
const Counts = z.record(z.string(), z.number().int().min(0))

const Head = z.object({
  kartotekaBackup: z.literal(FORMAT),
  at: z.iso.datetime(),
  program: z.string(),
  /** Of the master key: tells whether a key is the right one, and nothing else. */
  keyMark: z.string(),
  migrations: z.array(z.string()).min(1),
  /** Of the tables of the queue, which its library makes. */
  jobsVersion: z.number().int(),
})
export type Head = z.infer<typeof Head>

const Tail = z.object({
  rows: Counts,
  sequences: z.record(z.string(), z.object({ value: z.string(), isCalled: z.boolean() })),
})
export type Tail = z.infer<typeof Tail>

/** A file that is no whole backup. */
export class BadBackup extends Error {}

export const keyMark = (keys: Keys): string => keys.mac('backup', 'master key')
export const comment = (value: Head | Tail): string => `-- ${JSON.stringify(value)}\n`
export const copyStatement = (table: string, columns: string): string => `copy ${table} (${columns}) from stdin`
export const END_OF_ROWS = '\\.\n'
/** With the line feed before it. In the text format of COPY no row looks like this. */
const END_MARK = Buffer.from(`\n${END_OF_ROWS}`)
const NAME = String.raw`[a-z_][a-z0-9_]*|"[^"]+"`
const COPY = new RegExp(String.raw`^copy ((?:public|pgboss)\.(?:${NAME})) \(([^;()]*)\) from stdin;$`)
const LONGEST_LINE = 1_000_000

export type Section = { table: string; columns: string; rows: AsyncIterable<Buffer> }

/** Reads one backup from its beginning to its end. */
export class BackupReader {
  readonly #chunks: AsyncIterator<Buffer, undefined>
  #held: Buffer = Buffer.alloc(0)

  /** @param text the uncompressed backup */
  constructor(text: Readable) {
    this.#chunks = text[Symbol.asyncIterator]() as AsyncIterator<Buffer, undefined>
  }

  async #more(): Promise<boolean> {
    try {
      const next = await this.#chunks.next()
      if (next.done === true) return false
      this.#held = this.#held.length === 0 ? next.value : Buffer.concat([this.#held, next.value])
      return true
    } catch (error) {
      throw new BadBackup(`it is damaged or not whole (${error instanceof Error ? error.message : String(error)})`)
    }
  }

  async #line(): Promise<string> {
    for (;;) {
      const end = this.#held.indexOf(10)
      if (end >= 0) {
        const line = this.#held.toString('utf8', 0, end)
        this.#held = this.#held.subarray(end + 1)
        return line
      }
      if (this.#held.length > LONGEST_LINE || !(await this.#more())) throw new BadBackup('it is not whole')
    }
  }

  static #read<T>(shape: z.ZodType<T>, line: string): T | undefined {
    try {
      return line.startsWith('-- ') ? shape.parse(JSON.parse(line.slice(3))) : undefined
    } catch {
      return undefined
    }
  }

  async head(): Promise<Head> {
    const head = BackupReader.#read(Head, await this.#line())
    if (!head) throw new BadBackup('it is not a backup that this version of the program can read')
    return head
  }

  /** The next table, whose rows have to be read to their end; or what the last line says. */
  async next(): Promise<Section | Tail> {
    const line = await this.#line()
    const [, table, columns] = COPY.exec(line) ?? []
    if (table !== undefined && columns !== undefined) return { table, columns, rows: this.#rows() }
    const tail = BackupReader.#read(Tail, line)
    if (!tail) throw new BadBackup('it holds a line that no backup has')
    // The checksum of the compressed file is compared at its very end.
    if (this.#held.length > 0 || (await this.#more())) throw new BadBackup('something follows its end')
    return tail
  }

  async *#rows(): AsyncGenerator<Buffer> {
    // So that an empty table, too, begins with the line feed of the mark.
    this.#held = Buffer.concat([Buffer.from('\n'), this.#held])
    let skipped = 1
    for (;;) {
      const end = this.#held.indexOf(END_MARK)
      // The mark may begin in the last bytes of what has come.
      const until = end >= 0 ? end + 1 : this.#held.length - END_MARK.length + 1
      if (until > skipped) yield this.#held.subarray(skipped, until)
      if (end >= 0) {
        this.#held = this.#held.subarray(end + END_MARK.length)
        return
      }
      if (until >= skipped) {
        this.#held = this.#held.subarray(until)
        skipped = 0
      }
      if (!(await this.#more())) throw new BadBackup('it is not whole')
    }
  }
}
