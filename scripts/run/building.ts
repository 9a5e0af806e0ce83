/**
 * Builds the browser side in a separate process: its gigabyte of memory goes away with it, and it ends when we do.
 */
import { fork } from 'node:child_process'
import { join } from 'node:path'
import { BadSetting } from '../../server/base/env.ts'
import { isBuilt } from '../build.ts'
import type { Life } from './life.ts'

/** @throws BadSetting with the words of the build, such as where it may not write */
export async function buildApart(life: Life): Promise<void> {
  if (isBuilt()) return
  const child = fork(join(import.meta.dirname, '../build.ts'), { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
  life.onEnd(async () => void child.kill('SIGKILL'))
  let complaints = ''
  child.stdout?.pipe(process.stdout, { end: false })
  child.stderr?.on('data', (chunk) => (complaints += String(chunk)))
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  if (code !== 0) throw new BadSetting(`the browser side could not be built.\n${complaints.trim()}\n`)
}
