/**
 * Some customers with phones, so that the demo shows activity: they have cards in their wallets and fetch the new
 * version after a push, by the public protocols only. These phones have no screen; the ones people see are in `phone/`.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { keepTokens, type Phone, saveGoogleCard, updatePass } from './phone.ts'

/** `unsaved`: cards that their customers have yet to add to Google Wallet; a state from before has none. */
export type CrowdState = { phones: Phone[]; unsaved?: { url: string; account: string }[] }

export type CrowdOptions = {
  /** Where phones register for pushes and receive them. */
  courierUrl: string
  /** Base address of the emulated Google Wallet. */
  googleUrl: string
  state?: { load(): Promise<CrowdState | null>; save(state: CrowdState): Promise<void> }
}

/** Customers who have had their cards for a while. */
export type Customers = {
  phones: readonly Phone[]
  /** Install pages of cards that are in Google Wallet. */
  googleUrls: readonly string[]
}

export type Crowd = {
  /**
   * Gives customers the phones that their cards are on. Some of the phones are listening; what is pushed to the others
   * waits, as for a phone that is off.
   */
  adopt(customers: Customers, listening?: number): Promise<void>
  close(): Promise<void>
}

const AGAIN_MS = 2000
/** Each phone that listens keeps a connection open; this many are enough to see numbers change. */
const LISTENING_MAX = 60

export async function startCrowd({ courierUrl, googleUrl, state }: CrowdOptions): Promise<Crowd> {
  const { phones = [], unsaved = [] } = (await state?.load()) ?? {}
  const end = new AbortController()
  const keep = () => state?.save({ phones, unsaved })

  /** Keeps the courier's stream open until the end; reconnects when the server restarts. */
  async function listen(phone: Phone): Promise<void> {
    while (!end.signal.aborted) {
      try {
        const response = await fetch(`${courierUrl}/stream?token=${phone.pushToken}`, { signal: end.signal })
        const decoder = new TextDecoder()
        for await (const chunk of response.body ?? []) {
          if (/^data:/m.test(decoder.decode(chunk as Uint8Array, { stream: true }))) {
            // People's phones do not answer at the same moment.
            await sleep(Math.random() * 1500, undefined, { signal: end.signal })
            await updatePass(phone)
            await keep()
          }
        }
      } catch {
        // The server is down or the crowd was stopped; the loop handles both.
      }
      await sleep(AGAIN_MS, undefined, { signal: end.signal }).catch(() => undefined)
    }
  }

  /** One after the other, each until the product answers: it may have ended in the demo's first minute. */
  async function saveCards(): Promise<void> {
    for (let next = unsaved[0]; next && !end.signal.aborted; next = unsaved[0]) {
      try {
        await saveGoogleCard(next.url, googleUrl, next.account)
        unsaved.shift()
        await keep()
      } catch {
        await sleep(AGAIN_MS, undefined, { signal: end.signal }).catch(() => undefined)
      }
    }
  }

  for (const phone of phones) void listen(phone)
  let saving = saveCards()
  return {
    async adopt({ phones: adopted, googleUrls }, listening = LISTENING_MAX) {
      await keepTokens(courierUrl, adopted)
      for (const phone of adopted.slice(0, listening)) {
        phones.push(phone)
        void listen(phone)
      }
      unsaved.push(...googleUrls.map((url, index) => ({ url, account: `customer-${index}` })))
      await keep()
      await (saving = saving.then(saveCards))
    },
    async close() {
      end.abort()
    },
  }
}
