/** A customer's phone: installs a card and fetches its new versions, by the public protocols only. */

export type Phone = {
  device: string
  pushToken: string
  base: string
  passType: string
  serial: string
  token: string
  tag: string | null
  modified: string | null
}

/** Installs a card, registers it for updates. @param url the client's install page */
export async function installApplePass(url: string, courierUrl: string): Promise<Phone> {
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
  return phone
}

/**
 * Saves a card to Google Wallet.
 * @param url the client's install page
 * @param googleUrl where the emulated wallet is reached: the address in the link is open to visitors only
 */
export async function saveGoogleCard(url: string, googleUrl: string, account: string): Promise<void> {
  const link = (await fetch(`${url}/google`, { redirect: 'manual' })).headers.get('location')
  const path = /\/outside\/google(\/gp\/v\/save\/.+)$/.exec(link ?? '')?.[1]
  if (path === undefined) throw new Error('no link to the emulated Google Wallet')
  const saved = `${googleUrl}${path}?account=${account}`
  await fetch(saved, { method: 'POST', redirect: 'manual', body: new URLSearchParams() })
}

/** Asks what changed and fetches it, as a phone does after a push. */
export async function updatePass(phone: Phone): Promise<void> {
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
