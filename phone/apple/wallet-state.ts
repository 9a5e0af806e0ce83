import type { Store } from '../store.ts'
import type { KeptPass } from './kept-passes.ts'
import type { PackageFault, PassJson } from './open-package.ts'
import type { PictureUrls } from './picture-urls.ts'
import type { ServedPass } from './web-service.ts'

export type WalletPass = Omit<KeptPass, 'bytes'> & { json: PassJson; pictures: PictureUrls }
export type AppleState = {
  isReady: boolean
  passes: WalletPass[]
  offered: { pass: WalletPass; bytes: Uint8Array<ArrayBuffer> } | null
  refused: { fault: PackageFault | 'not_a_pass' | 'no_answer'; detail: string } | null
  isUpdating: boolean
}
export type Notice = { id: string; passId: string; title: string; body: string; at: number }

const NOTICES_MAX = 20

export const idOf = (json: PassJson) => `${json.passTypeIdentifier}/${json.serialNumber}`

/** Where the pass is updated; null for a pass without a web service. */
export function servedPass(json: PassJson): ServedPass | null {
  const { webServiceURL: webServiceUrl, authenticationToken: token } = json
  if (typeof webServiceUrl !== 'string' || typeof token !== 'string') return null
  return { webServiceUrl, token, passType: json.passTypeIdentifier, serial: json.serialNumber }
}

export function addNotices(notices: Store<Notice[]>, pass: WalletPass, texts: readonly string[]): void {
  if (texts.length === 0) return
  const [at, title] = [Date.now(), pass.json.organizationName]
  const added = texts.map((body) => ({ id: randomHex(6), passId: pass.id, title, body, at }))
  notices.set((old) => [...added, ...old].slice(0, NOTICES_MAX))
}

export function randomHex(bytes: number): string {
  return [...crypto.getRandomValues(new Uint8Array(bytes))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
