/** Runs programs in the root of the tree. */
import { spawn } from 'node:child_process'
import { setPriority } from 'node:os'
import { join } from 'node:path'

export const ROOT = join(import.meta.dirname, '../..')
/** Far above what anything takes: it only ends what hangs. */
const PROGRAM_TIMEOUT_MS = 20 * 60 * 1000
const LOWER_PRIORITY = 10

export type Ended = { code: number | null; output: string }

/** @returns what it printed. It steps back behind the tests that run beside it. */
export function runProgram(
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<Ended> {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: ROOT,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: PROGRAM_TIMEOUT_MS,
    })
    if (child.pid !== undefined) setPriority(child.pid, LOWER_PRIORITY)
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString()
      })
    child.once('error', (error) => resolve({ code: 127, output: error.message }))
    child.once('close', (code) => resolve({ code, output }))
  })
}

/** A tool from node_modules, run by this very Node. @returns its complaints, or nothing when all is well */
export async function runTool(file: string, ...args: string[]): Promise<string> {
  const { code, output } = await runProgram(process.execPath, [join(ROOT, 'node_modules', file), ...args])
  return code === 0 ? '' : output.trim() || `ended with ${code}`
}
