/** A customer's phone: has a card and fetches its new versions, by the public protocols only. */

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

/** The push service knows these phones by the tokens that they have already. */
export async function keepTokens(courierUrl: string, phones: readonly Phone[]): Promise<void> {
  const kept = await fetch(`${courierUrl}/tokens`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(phones.map((phone) => phone.pushToken)),
  })
  if (!kept.ok) throw new Error(`tokens not kept: ${kept.status}`)
}

/**
 * Saves a card to Google Wallet, if there still is one.
 * @param url the client's install page
 * @param googleUrl where the emulated wallet is reached: the address in the link is open to visitors only
 * @throws Error when the product cannot answer now
 */
export async function saveGoogleCard(url: string, googleUrl: string, account: string): Promise<void> {
  const { status, headers } = await fetch(`${url}/google`, { redirect: 'manual' })
  if (status === 429 || status >= 500) throw new Error(`no link to the emulated Google Wallet: ${status}`)
  const path = /\/outside\/google(\/gp\/v\/save\/.+)$/.exec(headers.get('location') ?? '')?.[1]
  if (path === undefined) return
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
