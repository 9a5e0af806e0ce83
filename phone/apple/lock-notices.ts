import type { LockNotification } from '../../card/lock-screen.tsx'
import { nearby, type Whereabouts } from './near.ts'
import type { Notice, WalletPass } from './wallet-state.ts'

const NEAR = 'near:'

/** @param whenText how long ago, in the phone's language */
export function noticeTiles(
  notices: readonly Notice[],
  passes: readonly WalletPass[],
  whenText: (at: number) => string,
): LockNotification[] {
  return notices.map(({ id, passId, title, body, at }) => ({
    id,
    title,
    body,
    icon: passes.find((pass) => pass.id === passId)?.pictures.icon ?? null,
    when: whenText(at),
  }))
}

/** Cards that are near: on the lock screen only, without sound or banner, and only while the phone is there. */
export function nearTiles(passes: readonly WalletPass[], at: Whereabouts | null): LockNotification[] {
  if (at === null) return []
  return nearby(passes, at).flatMap(({ passId, text }) => {
    const pass = passes.find((one) => one.id === passId)
    if (!pass) return []
    const body = text || String(pass.json['description'])
    const icon = pass.pictures.icon ?? null
    return [{ id: `${NEAR}${passId}`, title: pass.json.organizationName, body, icon, when: '' }]
  })
}

/** The pass that a tile of `nearTiles` shows; undefined for other tiles. */
export const passOfNearTile = (id: string): string | undefined =>
  id.startsWith(NEAR) ? id.slice(NEAR.length) : undefined
