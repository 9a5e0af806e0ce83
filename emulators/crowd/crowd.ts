/**
 * Some customers with phones, so that the demo shows activity: they add their cards to a wallet and fetch the new
 * version after a push, by the public protocols only. These phones have no screen; the ones people see are in `phone/`.
 */
import { setTimeout as sleep } from 'node:timers/promises'

type Phone = {
  device: string
  pushToken: string
  base: string
  passType: string
  serial: string
  token: string
  tag: string | null
  modified: string | null
}
export type CrowdState = { phones: Phone[] }

export type CrowdOptions = {
  /** Where phones register for pushes and receive them. */
  courierUrl: string
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

/** Reads `pass.json` from a card file; our packages store entries uncompressed. */
function readPassJson(bytes: Buffer): {
  webServiceURL: string
  passTypeIdentifier: string
  serialNumber: string
  authenticationToken: string
} {
  for (let at = 0; bytes.readUInt32LE(at) === 0x04034b50;) {
    const [size, nameLength, extraLength] = [
      bytes.readUInt32LE(at + 18),
      bytes.readUInt16LE(at + 26),
      bytes.readUInt16LE(at + 28),
    ]
    const start = at + 30 + nameLength + extraLength
    if (bytes.toString('utf8', at + 30, at + 30 + nameLength) === 'pass.json')
      return JSON.parse(bytes.toString('utf8', start, start + size)) as ReturnType<typeof readPassJson>
    at = start + size
  }
  throw new Error('the card file has no pass.json')
}

export async function startCrowd({ courierUrl, state }: CrowdOptions): Promise<Crowd> {
  const phones = (await state?.load())?.phones ?? []
  const end = new AbortController()

  async function installApple(url: string): Promise<void> {
    const response = await fetch(`${url}/card.pkpass`)
    if (!response.ok) throw new Error(`no card file: ${response.status}`)
    const pass = readPassJson(Buffer.from(await response.arrayBuffer()))
    const { pushToken } = (await (await fetch(`${courierUrl}/register`, { method: 'POST' })).json()) as {
      pushToken: string
    }
    const phone: Phone = {
      device: crypto.randomUUID().replaceAll('-', ''),
      pushToken,
      base: `${pass.webServiceURL}/v1`,
      passType: pass.passTypeIdentifier,
      serial: pass.serialNumber,
      token: pass.authenticationToken,
      tag: null,
      modified: response.headers.get('last-modified'),
    }
    const registered = await fetch(
      `${phone.base}/devices/${phone.device}/registrations/${phone.passType}/${phone.serial}`,
      {
        method: 'POST',
        headers: { authorization: `ApplePass ${phone.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ pushToken }),
      },
    )
    if (!registered.ok) throw new Error(`not registered: ${registered.status}`)
    phones.push(phone)
    void listen(phone)
  }

  async function installGoogle(url: string, account: string): Promise<void> {
    const link = (await fetch(`${url}/google`, { redirect: 'manual' })).headers.get('location')
    if (!link) throw new Error('no link to Google Wallet')
    await fetch(`${link}?account=${account}`, { method: 'POST', redirect: 'manual', body: new URLSearchParams() })
  }

  /** Asks what changed and fetches it, as a phone does after a push. */
  async function update(phone: Phone): Promise<void> {
    const list = await fetch(
      `${phone.base}/devices/${phone.device}/registrations/${phone.passType}` +
        (phone.tag ? `?passesUpdatedSince=${phone.tag}` : ''),
    )
    if (list.status !== 200) return
    phone.tag = ((await list.json()) as { lastUpdated: string }).lastUpdated
    const card = await fetch(`${phone.base}/passes/${phone.passType}/${phone.serial}`, {
      headers: {
        authorization: `ApplePass ${phone.token}`,
        ...(phone.modified && { 'if-modified-since': phone.modified }),
      },
    })
    await card.arrayBuffer()
    phone.modified = card.headers.get('last-modified') ?? phone.modified
    await state?.save({ phones })
  }

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
            await update(phone)
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
        await (index % 3 === 2 ? installGoogle(url, `crowd-${index}`) : installApple(url))
      }
      await state?.save({ phones })
    },
    async close() {
      end.abort()
    },
  }
}
