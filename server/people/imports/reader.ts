/** Opens files of clients in a thread with limits on time and memory, so that no file holds up the server. */
import { Worker } from 'node:worker_threads'
import { Busy } from '../../base/crypto.ts'
import { openTurns } from '../../base/turns.ts'
import type { PackedFile, Question, Reply } from './file-worker.ts'
import type { ReadLine, Reading } from './line-facts.ts'
import { FileRefused, type Line, type ReadOptions } from './table-file.ts'

export type { PackedFile } from './file-worker.ts'

const TIME_LIMIT_MS = 40_000
const MEMORY_LIMIT = { maxOldGenerationSizeMb: 768, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 }
const TOO_LARGE: Reply = { refused: 'too_large', line: undefined }
const inTurn = openTurns(2, 10_000, () => new Busy())

const isOutOfMemory = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'

export type Reader = {
  /** @throws FileRefused */
  readFile(bytes: Uint8Array, options: ReadOptions): Promise<PackedFile>
  readLines(lines: readonly Line[], reading: Reading): Promise<ReadLine[]>
  close(): Promise<void>
}

type Asked = { resolve: (reply: Reply) => void; reject: (error: Error) => void }

/** One question at a time. */
export function openReader(timeLimitMs = TIME_LIMIT_MS): Reader {
  const worker = new Worker(new URL('./file-worker.ts', import.meta.url), {
    resourceLimits: MEMORY_LIMIT,
    env: {},
    execArgv: [],
  })
  let asked: Asked | undefined
  let fault: Error | undefined
  worker.on('message', (reply: Reply) => asked?.resolve(reply))
  worker.on('error', (error) => {
    fault = error as Error
    if (isOutOfMemory(fault)) asked?.resolve(TOO_LARGE)
    else asked?.reject(fault)
  })
  worker.on('exit', () => {
    fault ??= new Error('the reader of files has ended')
    asked?.reject(fault)
  })
  const ask = async (question: Question): Promise<Reply> => {
    if (fault) throw fault
    let timer: NodeJS.Timeout | undefined
    try {
      return await new Promise<Reply>((resolve, reject) => {
        asked = { resolve, reject }
        timer = setTimeout(() => resolve(TOO_LARGE), timeLimitMs)
        worker.postMessage(question)
      })
    } finally {
      clearTimeout(timer)
      asked = undefined
    }
  }
  return {
    async readFile(bytes, options) {
      const reply = await ask({ read: Uint8Array.from(bytes), options })
      if ('refused' in reply) throw new FileRefused(reply.refused, reply.line)
      if (!('file' in reply)) throw new Error('an answer to another question')
      return reply.file
    },
    async readLines(lines, reading) {
      const reply = await ask({ lines, reading })
      if (!('read' in reply)) throw new Error('the lines were not read')
      return reply.read
    },
    async close() {
      await worker.terminate()
    },
  }
}
/** Two files at a time. @throws FileRefused; Busy */
export function readUploaded(bytes: Uint8Array, options: ReadOptions): Promise<PackedFile> {
  return inTurn(0, async () => {
    const reader = openReader()
    try {
      return await reader.readFile(bytes, options)
    } finally {
      await reader.close()
    }
  })
}
