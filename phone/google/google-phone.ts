/** An Android phone's wallet without its screen: its cards are stored at Google, the phone lists them and listens. */
import { googlePassViewOfObject, type GooglePassView } from '../../card/google-pass.ts'
import type { PhoneLog } from '../log.ts'
import { type Outside, reachable } from '../outside.ts'
import { createStore, type Store } from '../store.ts'

export type GoogleCard = { id: string; view: GooglePassView }
/** Notices show Google's own texts, never the shop's: only the kind is kept. */
export type GoogleNotice = { id: string; cardId: string; kind: 'message' | 'changed'; at: number }
export type GoogleState = { isReady: boolean; cards: GoogleCard[]; arrivedId: string | null }

export type GooglePhone = {
  state: Store<GoogleState>
  notices: Store<GoogleNotice[]>
  log: PhoneLog
  /** The save page for this phone's account. */
  saveAddress(link: string): string
  /** A save page is open: the card that arrives next is a new one. */
  seeSavePage(): void
  refresh(): Promise<void>
  remove(cardId: string): Promise<void>
  seeArrived(): void
}

type CardsAnswer = { cards: { class: Record<string, unknown>; object: Record<string, unknown> & { id: string } }[] }
type Change = { type: 'changed' | 'message'; objectId: string; notify: boolean }
const NOTICES_MAX = 20

export function startGooglePhone(outside: Outside & { googleDeviceUrl: string }, log: PhoneLog): GooglePhone {
  const device = createStore({ account: `phone-${crypto.randomUUID().slice(0, 8)}` }, 'google.device')
  const { account } = device.get()
  // A link that is followed before the phone has seen it leads to the same account.
  document.cookie = `wallet_account=${account}; path=/; samesite=strict`
  const reach = (url: string) => reachable(url, location.href, outside.publicUrl)
  const base = `${reach(outside.googleDeviceUrl)}/${encodeURIComponent(account)}`
  const state = createStore<GoogleState>({ isReady: false, cards: [], arrivedId: null })
  const notices = createStore<GoogleNotice[]>([], 'google.notices')
  const pathOf = (url: string) => new URL(url, location.href).pathname

  /** Whether a save page was opened here, so that a card of even the first answer may be a new one. */
  let isSaving = false
  let hasRead = false
  /** Two requests may be on their way at once, and the older answer come last. */
  let asked = 0
  let answered = 0

  async function refresh(): Promise<void> {
    const place = ++asked
    const url = `${base}/cards`
    const response = await fetch(url, { cache: 'no-store' }).catch(() => null)
    log.write({
      outcome: response?.ok ? 'done' : 'failed',
      word: response ? 'log.cards' : 'log.no_answer',
      request: `GET ${pathOf(url)}`,
      status: response?.status,
    })
    const isOld = !hasRead && !isSaving
    if (!response?.ok) return state.set((old) => ({ ...old, isReady: true }))
    const { cards } = (await response.json()) as CardsAnswer
    if (place < answered) return
    answered = place
    hasRead = true
    const known = new Set(state.get().cards.map((card) => card.id))
    const shown = cards.map(({ class: cardClass, object }) => ({
      id: object.id,
      view: reachablePictures(googlePassViewOfObject(cardClass, object), reach),
    }))
    const arrived = isOld ? undefined : shown.findLast((card) => !known.has(card.id))
    if (arrived) isSaving = false
    if (arrived) log.write({ outcome: 'done', word: 'log.added', values: { name: arrived.view.issuer } })
    state.set((old) => ({ isReady: true, cards: shown, arrivedId: arrived?.id ?? old.arrivedId }))
  }

  function listen(): void {
    const stream = new EventSource(`${base}/stream`)
    const arrived = (event: MessageEvent<string>) => {
      const change = JSON.parse(event.data) as Change
      log.write({ outcome: 'done', word: change.type === 'message' ? 'log.google_message' : 'log.google_changed' })
      if (change.notify) {
        const notice = { id: crypto.randomUUID(), cardId: change.objectId, kind: change.type, at: Date.now() }
        notices.set((old) => [notice, ...old].slice(0, NOTICES_MAX))
      }
      void refresh()
    }
    for (const name of ['message', 'changed']) stream.addEventListener(name, arrived)
    // What happened before the stream was open, or while it was interrupted.
    stream.addEventListener('open', () => void refresh())
  }
  void refresh().then(listen)

  function seeSavePage(): void {
    isSaving = true
    log.write({ outcome: 'done', word: 'log.save_page', request: 'GET /gp/v/save/…' })
  }

  return {
    state,
    notices,
    log,
    saveAddress(link) {
      const url = new URL(reach(link))
      url.searchParams.set('account', account)
      seeSavePage()
      return url.href
    },
    seeSavePage,
    refresh,
    async remove(cardId) {
      const url = `${base}/cards/${encodeURIComponent(cardId)}`
      const response = await fetch(url, { method: 'DELETE' }).catch(() => null)
      log.write({
        outcome: response?.ok ? 'done' : 'failed',
        word: 'log.google_removed',
        request: `DELETE ${pathOf(`${base}/cards`)}/…`,
        status: response?.status,
      })
      notices.set((old) => old.filter((notice) => notice.cardId !== cardId))
      await refresh()
    },
    seeArrived: () => state.set((old) => ({ ...old, arrivedId: null })),
  }
}

function reachablePictures(view: GooglePassView, reach: (url: string) => string): GooglePassView {
  return { ...view, programLogo: view.programLogo && reach(view.programLogo), hero: view.hero && reach(view.hero) }
}
