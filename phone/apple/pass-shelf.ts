/** The passes of the phone: in its state for the screens, and with their bytes on disk to survive a reload. */
import type { Store } from '../store.ts'
import { dropPass, keepPass, keptPasses } from './kept-passes.ts'
import { readPackage } from './open-package.ts'
import { dropPictures, pictureUrls } from './picture-urls.ts'
import type { AppleState, WalletPass } from './wallet-state.ts'

const OLD_PICTURES_MS = 2_000

export type PassShelf = {
  all(): readonly WalletPass[]
  find(passId: string): WalletPass | undefined
  /** Adds the pass, or replaces the one with its id. */
  put(pass: WalletPass, bytes: Uint8Array<ArrayBuffer>): Promise<void>
  /** Changes what its owner allows; does nothing when the pass is gone. */
  change(passId: string, change: Partial<WalletPass>): Promise<void>
  remove(passId: string): Promise<void>
  /** Reads the passes of an earlier visit. */
  restore(): Promise<void>
}

export function openPassShelf(state: Store<AppleState>): PassShelf {
  const bytesOf = new Map<string, Uint8Array<ArrayBuffer>>()
  const setPasses = (change: (passes: WalletPass[]) => WalletPass[]) =>
    state.set((old) => ({ ...old, passes: change(old.passes) }))

  const shelf: PassShelf = {
    all: () => state.get().passes,
    find: (passId) => state.get().passes.find((pass) => pass.id === passId),
    async put(pass, bytes) {
      const { json: _json, pictures, ...kept } = pass
      const old = shelf.find(pass.id)?.pictures
      if (old && old !== pictures) setTimeout(() => dropPictures(old), OLD_PICTURES_MS)
      bytesOf.set(pass.id, bytes)
      await keepPass({ ...kept, bytes })
      setPasses((passes) =>
        passes.some((one) => one.id === pass.id)
          ? passes.map((one) => (one.id === pass.id ? pass : one))
          : [...passes, pass],
      )
    },
    async change(passId, change) {
      const [pass, bytes] = [shelf.find(passId), bytesOf.get(passId)]
      if (pass && bytes) await shelf.put({ ...pass, ...change }, bytes)
    },
    async remove(passId) {
      await dropPass(passId)
      bytesOf.delete(passId)
      setPasses((passes) => passes.filter((one) => one.id !== passId))
    },
    async restore() {
      for (const { bytes, ...kept } of await keptPasses().catch(() => [])) {
        const opened = await readPackage(bytes).catch(() => null)
        if (!opened) continue
        bytesOf.set(kept.id, bytes)
        const pass = { ...kept, json: opened.json, pictures: pictureUrls(opened.files) }
        setPasses((passes) => [...passes, pass].sort((a, b) => a.addedAt - b.addedAt))
      }
    },
  }
  return shelf
}
