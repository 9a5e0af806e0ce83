/** A small file that is there whole or not at all, also after a power cut or on a full disk. */
import { closeSync, fsyncSync, linkSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'

/**
 * Readable to its owner alone.
 * @param place `once`: what lies there already stays. `new`: it is an error. Otherwise it is replaced
 */
export function writeWhole(file: string, text: string, place: 'once' | 'new' | 'replace' = 'replace'): void {
  const draft = `${file}.${process.pid}`
  try {
    const opened = openSync(draft, 'w', 0o600)
    try {
      writeFileSync(opened, text)
      fsyncSync(opened)
    } finally {
      closeSync(opened)
    }
    if (place === 'replace') renameSync(draft, file)
    else linkSync(draft, file)
  } catch (error) {
    if (place !== 'once' || (error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

const NO_ROOM = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

/** The disk is full, or what this user or process may write is used up. */
export const isNoRoom = (error: unknown): boolean =>
  error instanceof Error && NO_ROOM.has(String((error as NodeJS.ErrnoException).code))
