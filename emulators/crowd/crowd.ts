/**
 * Some customers with phones, so that the demo shows activity: they add their cards to a wallet and fetch the new
 * version after a push, by the public protocols only. These phones have no screen; the ones people see are in `phone/`.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { installApplePass, type Phone, saveGoogleCard, updatePass } from './phone.ts'

export type CrowdState = { phones: Phone[] }

export type CrowdOptions = {
  /** Where phones register for pushes and receive them. */
  courierUrl: string
  /** Base address of the emulated Google Wallet. */
  googleUrl: string
  state?: { load(): Promise<CrowdState | null>; save(state: CrowdState): Promise<void> }
}

export type Crowd = {
  /**
   * Adds cards to wallets: every third customer has an Android.
   * @param installUrls addresses of clients' own install pages
   */
  install(installUrls: readonly string[]): Promise<void>
  close(): Promise<void>
}

export async function startCrowd({ courierUrl, googleUrl, state }: CrowdOptions): Promise<Crowd> {
  const phones = (await state?.load())?.phones ?? []
  const end = new AbortController()

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
            await state?.save({ phones })
          }
        }
      } catch {
        // The server is down or the crowd was stopped; the loop handles both.
      }
      await sleep(2000, undefined, { signal: end.signal }).catch(() => undefined)
    }
  }

  for (const phone of phones) void listen(phone)
  return {
    async install(installUrls) {
      for (const [index, url] of installUrls.entries()) {
        if (index % 3 === 2) await saveGoogleCard(url, googleUrl, `crowd-${index}`)
        else {
          const phone = await installApplePass(url, courierUrl)
          phones.push(phone)
          void listen(phone)
        }
      }
      await state?.save({ phones })
    },
    async close() {
      end.abort()
    },
  }
}
