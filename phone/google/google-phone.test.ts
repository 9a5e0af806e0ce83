import { afterEach, expect, it, vi } from 'vitest'
import type { PhoneLog } from '../log.ts'
import { createStore } from '../store.ts'
import { startGooglePhone } from './google-phone.ts'

const ORIGIN = 'http://phone.example'
afterEach(() => vi.unstubAllGlobals())

/** What a browser has, with a stream that opens when the test says so. */
function openPhone() {
  const stored: { id: string }[] = []
  const streams: EventTarget[] = []
  let answers = Promise.resolve()
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined })
  vi.stubGlobal('document', {})
  vi.stubGlobal('location', { href: `${ORIGIN}/phone`, origin: ORIGIN })
  vi.stubGlobal(
    'EventSource',
    class extends EventTarget {
      constructor() {
        super()
        streams.push(this)
      }
    },
  )
  const answer = () => Response.json({ cards: stored.map((object) => ({ class: {}, object })) })
  let isReadAtOnce = false
  vi.stubGlobal('fetch', async () => {
    const early = isReadAtOnce ? answer() : undefined
    await answers
    return early ?? answer()
  })
  const log = { lines: createStore([]), write: () => undefined, clear: () => undefined } as unknown as PhoneLog
  return {
    stored,
    start: () => startGooglePhone({ googleDeviceUrl: `${ORIGIN}/device` } as never, log),
    /** @returns lets the answers go that are held back from now on; on their way they do not get newer */
    holdAnswers(areOnTheirWay = false): () => void {
      const { promise, resolve } = Promise.withResolvers<void>()
      answers = promise
      isReadAtOnce = areOnTheirWay
      return resolve
    },
    /** Answers to what is asked from now on come at once. */
    letPass: () => void (answers = Promise.resolve()),
    async openStream() {
      await vi.waitFor(() => expect(streams).toHaveLength(1))
      streams[0]?.dispatchEvent(new Event('open'))
    },
  }
}

it('shows a card that was saved before its stream was open, and no older one', async () => {
  const { stored, start, openStream } = openPhone()
  stored.push({ id: 'old' })
  const { state } = start()
  await vi.waitFor(() => expect(state.get().isReady).toBe(true))
  expect(state.get().arrivedId).toBeNull()
  stored.push({ id: 'new' })
  await openStream()
  await vi.waitFor(() => expect(state.get().arrivedId).toBe('new'))
})

it('shows a card that was saved before the first answer', async () => {
  const { stored, start, holdAnswers } = openPhone()
  const release = holdAnswers()
  const phone = start()
  phone.saveAddress(`${ORIGIN}/gp/v/save/x`)
  stored.push({ id: 'new' })
  release()
  await vi.waitFor(() => expect(phone.state.get().arrivedId).toBe('new'))
})

it('keeps a card when an older answer comes after the newer one', async () => {
  const { stored, start, holdAnswers, openStream, letPass } = openPhone()
  const phone = start()
  await openStream()
  await vi.waitFor(() => expect(phone.state.get().isReady).toBe(true))
  const release = holdAnswers(true)
  const older = phone.refresh()
  letPass()
  stored.push({ id: 'new' })
  await phone.refresh()
  release()
  await older
  expect(phone.state.get().cards.map(({ id }) => id)).toEqual(['new'])
})
