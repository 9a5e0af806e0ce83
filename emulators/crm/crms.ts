/**
 * The emulated CRMs, each at its own path. A vendor's emulator lives in the folder of its connector, and speaks over
 * the wire alone.
 */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { createTillPages } from '../tills/till-page.ts'
import type { Counter } from '../tills/till.ts'
import { openTill, type TillStore } from '../tills/tills.ts'
import type { VendorRouter } from './router.ts'

/** What every emulator has; the rest is its own. */
export type EmulatedCrm = { router: VendorRouter }
/** `KEYS` open the emulated system alone: they are not secret. */
type EmulatorFile = { KEYS: object; openEmulator(prefix: string): EmulatedCrm }
/** The vendor's side for people, at `/outside/crm/`. */
type TillFile = { counterOf(emulator: EmulatedCrm, address: string): Counter }

const VENDORS = join(import.meta.dirname, '../../server/engines/crm')

type Mount = { prefix: string; handle: VendorRouter['handler'] }
export type EmulatedCrms = {
  /** The emulator of a connector, by its name. @throws Error when it has none */
  of<T extends EmulatedCrm>(name: string): T
  /** What programs call, each at its own path, and the pages of the tills after them. */
  mounts: readonly Mount[]
  close(): Promise<void>
}

async function openOne(name: string, prefix: string, address: string) {
  const file = (await import(`../../server/engines/crm/${name}/emulator/emulator.ts`)) as EmulatorFile
  const till = (await import(`../../server/engines/crm/${name}/emulator/till.ts`)) as TillFile
  const emulator = file.openEmulator(prefix)
  return { name, emulator, counter: till.counterOf(emulator, address) }
}

/** @param publicUrl of the server that people open @param storeOf where a till keeps its things, by its name */
export async function openCrms(
  prefix: string,
  publicUrl = '',
  storeOf: (name: string) => TillStore | undefined = () => undefined,
): Promise<EmulatedCrms> {
  const names = readdirSync(VENDORS).filter((name) => existsSync(join(VENDORS, name, 'emulator/emulator.ts')))
  const all = await Promise.all(
    names.map((name) => openOne(name, `${prefix}/${name}`, `${publicUrl}${prefix}/${name}`)),
  )
  const tills = await Promise.all(
    all.map(({ emulator, counter }) => openTill(counter, emulator.router, storeOf(counter.name))),
  )
  return {
    of<T extends EmulatedCrm>(name: string) {
      const one = all.find((opened) => opened.name === name)
      if (!one) throw new Error(`no emulator of ${name}`)
      return one.emulator as T
    },
    mounts: [
      ...all.map(({ emulator: { router } }, place) => ({
        prefix: router.prefix,
        handle: tills[place]?.handler ?? router.handler,
      })),
      { prefix, handle: createTillPages({ prefix, tills }) },
    ],
    async close() {
      await Promise.all(tills.map((till) => till.close()))
    },
  }
}
