/** Phones for tests: they use only the protocols of Apple's and Google's phones. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PassJson } from '../server/engines/wallet/apple/pass-json.ts'
import type { TestServer } from './server.ts'

export type OpenedPass = { json: PassJson; files: Map<string, Buffer> }

/** Reads the stored entries of a card file. */
export function unzipStored(bytes: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>()
  for (let at = 0; bytes.readUInt32LE(at) === 0x04034b50;) {
    const [size, nameLength, extraLength] = [
      bytes.readUInt32LE(at + 18),
      bytes.readUInt16LE(at + 26),
      bytes.readUInt16LE(at + 28),
    ]
    const start = at + 30 + nameLength + extraLength
    files.set(bytes.toString('utf8', at + 30, at + 30 + nameLength), bytes.subarray(start, start + size))
    at = start + size
  }
  return files
}

/** Opens a card file as a phone would: the signature must hold against the trusted root. */
export function openPass(server: TestServer, bytes: Buffer): OpenedPass {
  const files = unzipStored(bytes)
  const folder = mkdtempSync(join(tmpdir(), 'kartoteka-pass-'))
  try {
    for (const name of ['manifest.json', 'signature']) writeFileSync(join(folder, name), files.get(name) ?? '')
    writeFileSync(join(folder, 'root.pem'), server.authority.rootPem)
    execFileSync(
      'openssl',
      [
        'cms',
        '-verify',
        '-binary',
        '-inform',
        'DER',
        '-in',
        'signature',
        '-content',
        'manifest.json',
        '-CAfile',
        'root.pem',
        '-purpose',
        'any',
        '-out',
        'verified',
      ],
      { cwd: folder, stdio: 'pipe' },
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return { json: JSON.parse(files.get('pass.json')?.toString() ?? '') as PassJson, files }
}

/** Every field of a card by its key. */
export function fieldsOf(json: PassJson): Record<string, string> {
  return Object.fromEntries(
    Object.values(json.storeCard)
      .flat()
      .map((field) => [field.key, field.value]),
  )
}

/** Hidden fields of a public page, by name. */
export function hiddenFields(html: string): Record<string, string> {
  return Object.fromEntries(
    [...html.matchAll(/<input[^>]*type="hidden"[^>]*>/g)].map(([tag]) => [
      /name="([^"]*)"/.exec(tag)?.[1] ?? '',
      /value="([^"]*)"/.exec(tag)?.[1] ?? '',
    ]),
  )
}

/** What a browser keeps of the forms it has sent. */
export type Browser = { cookie: string }

/** Fills the public form as a browser without JavaScript does; returns where it was sent to. */
export async function fillForm(
  server: TestServer,
  formUrl: string,
  values: Record<string, string>,
  page?: string,
  browser: Browser = { cookie: '' },
): Promise<Response> {
  const html = page ?? (await (await fetch(formUrl)).text())
  const action = /<form[^>]*action="([^"]*)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? ''
  server.passTime(2000)
  const sent = await fetch(new URL(action, server.url), {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ ...hiddenFields(html), agree: 'on', ...values }),
    headers: { cookie: browser.cookie },
  })
  browser.cookie = sent.headers.get('set-cookie')?.split(';')[0] ?? browser.cookie
  return sent
}

/** An iPhone that has put one card into its wallet. */
export class Iphone {
  readonly server: TestServer
  readonly device = crypto.randomUUID()
  pushToken = ''
  pass!: OpenedPass
  tag: string | undefined
  modified = ''

  constructor(server: TestServer) {
    this.server = server
  }

  async install(cardFileUrl: string): Promise<OpenedPass> {
    const response = await fetch(cardFileUrl)
    if (response.headers.get('content-type') !== 'application/vnd.apple.pkpass')
      throw new Error(`not a card: ${response.status}`)
    this.pass = openPass(this.server, Buffer.from(await response.arrayBuffer()))
    this.modified = response.headers.get('last-modified') ?? ''
    const registered = await fetch(`${this.server.url}/outside/apple/courier/register`, {
      method: 'POST',
      headers: this.server.visitor,
    })
    this.pushToken = ((await registered.json()) as { pushToken: string }).pushToken
    return this.pass
  }

  get #base(): string {
    return `${this.pass.json.webServiceURL}/v1`
  }
  get #names(): string {
    return `${this.pass.json.passTypeIdentifier}/${this.pass.json.serialNumber}`
  }

  call(
    method: string,
    path: string,
    options: { token?: string | null; body?: unknown; headers?: Record<string, string> } = {},
  ): Promise<Response> {
    const token = options.token === undefined ? this.pass.json.authenticationToken : options.token
    return fetch(this.#base + path, {
      method,
      body: options.body === undefined ? null : JSON.stringify(options.body),
      headers: {
        ...(token !== null && { authorization: `ApplePass ${token}` }),
        ...(options.body !== undefined && { 'content-type': 'application/json' }),
        ...options.headers,
      },
    })
  }

  register(): Promise<Response> {
    return this.call('POST', `/devices/${this.device}/registrations/${this.#names}`, {
      body: { pushToken: this.pushToken },
    })
  }
  unregister(): Promise<Response> {
    return this.call('DELETE', `/devices/${this.device}/registrations/${this.#names}`)
  }
  list(): Promise<Response> {
    return this.call(
      'GET',
      `/devices/${this.device}/registrations/${this.pass.json.passTypeIdentifier}` +
        (this.tag ? `?passesUpdatedSince=${this.tag}` : ''),
      { token: null },
    )
  }
  fetchCard(since = this.modified): Promise<Response> {
    return this.call('GET', `/passes/${this.#names}`, { headers: since ? { 'if-modified-since': since } : {} })
  }

  /** Does what a phone does after a push: asks what changed, fetches it; returns the texts it would show. */
  async update(): Promise<string[]> {
    const list = await this.list()
    if (list.status !== 200) return []
    this.tag = ((await list.json()) as { lastUpdated: string }).lastUpdated
    const response = await this.fetchCard()
    if (response.status !== 200) return []
    const before = fieldsOf(this.pass.json)
    this.modified = response.headers.get('last-modified') ?? ''
    this.pass = openPass(this.server, Buffer.from(await response.arrayBuffer()))
    return Object.values(this.pass.json.storeCard)
      .flat()
      .filter((field) => field.changeMessage && field.value !== before[field.key])
      .map((field) => (field.changeMessage ?? '').replace('%@', field.value.replace('\u200B', '')))
  }
}

/** Fills the public form and returns the addresses of the client's own card. */
export async function takeCard(
  server: TestServer,
  formUrl: string,
  values: Record<string, string>,
  browser?: Browser,
): Promise<{ installUrl: string; cardFileUrl: string; googleUrl: string }> {
  const sent = await fillForm(server, formUrl, values, undefined, browser)
  if (sent.status !== 303) throw new Error(`the form answered ${sent.status}`)
  const { origin, pathname } = new URL(sent.headers.get('location') ?? '', server.url)
  return {
    installUrl: origin + pathname,
    cardFileUrl: `${origin}${pathname}/card.pkpass`,
    googleUrl: `${origin}${pathname}/google`,
  }
}

export type HeldCard = {
  objectId: string
  object: { state: string }
  messages: { id: string; header: string; body: string; messageType: string }[]
  view: { programName: string; rows: { label: string; value: string }[][]; barcode: { value: string } | null }
}

/** An Android phone: one account of Google Wallet. */
export class AndroidPhone {
  readonly server: TestServer
  readonly account = `phone-${crypto.randomUUID()}`

  constructor(server: TestServer) {
    this.server = server
  }

  get #wallet(): string {
    return `${this.server.url}/outside/google/device/${this.account}/cards`
  }

  /** Follows "Add to Google Wallet" as far as Google's own page. */
  async openSaveLink(googleUrl: string): Promise<{ link: string; page: string }> {
    const response = await fetch(googleUrl, { redirect: 'manual' })
    const link = response.headers.get('location')
    if (response.status !== 302 || !link) throw new Error(`no link to Google: ${response.status}`)
    return {
      link,
      page: await (await fetch(`${link}?account=${this.account}`, { headers: this.server.visitor })).text(),
    }
  }

  /** Presses the button of Google's page; Google then notifies the server by a signed callback. */
  async save(googleUrl: string): Promise<string> {
    const { link, page } = await this.openSaveLink(googleUrl)
    const action = /<form method="post" action="([^"]*)"/
      .exec(page)?.[1]
      ?.replaceAll('&amp;', '&')
      .replaceAll('&#38;', '&')
    if (action === undefined) throw new Error('the page has no button')
    await fetch(new URL(action, link), { method: 'POST', redirect: 'manual', headers: this.server.visitor })
    const [card] = await this.cards()
    return card?.objectId ?? ''
  }

  async cards(): Promise<HeldCard[]> {
    return ((await (await fetch(this.#wallet, { headers: this.server.visitor })).json()) as { cards: HeldCard[] }).cards
  }

  async remove(objectId: string): Promise<void> {
    await fetch(`${this.#wallet}/${encodeURIComponent(objectId)}`, { method: 'DELETE', headers: this.server.visitor })
  }
}
