/** Named people who call a server as a browser does, and what they create. */
import type { Call, InputOf, ReplyOf, SendInputOf } from '../contract/call.ts'
import { cabinets } from '../contract/platform/cabinets.ts'
import type { Design } from '../contract/cards/design.ts'
import { forms } from '../contract/people/forms.ts'
import type { Language } from '../contract/limits.ts'
import { templates } from '../contract/cards/templates.ts'
import { markPollFinished, openForWork } from '../server/platform/cabinets/cabinets.ts'
import { hashPassword, newToken, sha256 } from '../server/base/crypto.ts'
import { query } from './direct-access.ts'
import type { TestServer } from './server.ts'

export type Answer = {
  status: number
  body: {
    data?: unknown
    meta?: unknown
    error?: {
      code: string
      message: string
      fields?: Record<string, { code: string; message: string }>
      detail?: Record<string, unknown>
      requestId: string
    }
  }
}

/** Puts parts into the path of a call. */
export function pathOf(one: Call, params: Readonly<Record<string, string | number>> = {}): string {
  return `/api${one.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name] ?? '')))}`
}

type Loose = { params?: Record<string, string | number>; query?: Record<string, unknown>; body?: unknown; file?: Blob }

/** Sends any input to a call, right or wrong, and returns what came. */
export async function request(
  server: { url: string },
  one: Call,
  input: Loose = {},
  token?: string,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const url = new URL(server.url + pathOf(one, input.params))
  for (const [key, value] of Object.entries(input.query ?? {}))
    if (value !== undefined) url.searchParams.set(key, String(value))
  let body: BodyInit | null = null
  const all: Record<string, string> = { ...(token && { authorization: `Bearer ${token}` }), ...headers }
  if (one.upload && input.file) {
    const form = new FormData()
    for (const [key, value] of Object.entries((input.body ?? {}) as Record<string, string>)) form.set(key, value)
    form.set(one.upload.field, input.file, 'file')
    body = form
  } else if (input.body !== undefined) {
    body = JSON.stringify(input.body)
    all['content-type'] = 'application/json'
  }
  const response = await fetch(url, { method: one.method, headers: all, body, redirect: 'manual' })
  const text = await response.text()
  // A file is data as it is.
  if (text !== '' && !/json/.test(response.headers.get('content-type') ?? ''))
    return { status: response.status, body: { data: text } }
  return { status: response.status, body: text === '' ? {} : (JSON.parse(text) as Answer['body']) }
}

/** A refusal that a test did not expect. */
export class Unexpected extends Error {
  readonly answer: Answer
  constructor(one: Call, answer: Answer) {
    super(
      `${one.method} ${one.path} → ${answer.status} ${JSON.stringify(answer.body.error ?? answer.body).slice(0, 600)}`,
    )
    this.answer = answer
  }
}

/** A signed-in person. */
export class Person {
  readonly server: TestServer
  readonly token: string
  readonly email: string
  constructor(server: TestServer, email: string, token: string) {
    this.server = server
    this.email = email
    this.token = token
  }

  /** Sends a right input; anything but success fails the test. */
  async send<C extends Call>(
    one: C,
    ...[input]: SendInputOf<C> extends { params?: undefined; query?: undefined; body?: undefined }
      ? [input?: SendInputOf<C>]
      : [input: SendInputOf<C>]
  ): Promise<ReplyOf<C>> {
    const answer = await request(this.server, one, (input ?? {}) as unknown as Loose, this.token)
    if (answer.status >= 300) throw new Unexpected(one, answer)
    return (one.paged ? { data: answer.body.data, meta: answer.body.meta } : answer.body.data) as ReplyOf<C>
  }

  /** Sends any input and returns what came. */
  ask<C extends Call>(
    one: C,
    input: { params?: InputOf<C>['params']; query?: Record<string, unknown>; body?: unknown; file?: Blob } = {},
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    return request(this.server, one, input as Loose, this.token, headers)
  }
}

export const PASSWORD = 'Right-horse-42'

/** Computed once a process: a real hash takes as long as ten calls. */
let passwordHash: Promise<string> | undefined

/** Makes a confirmed user with PASSWORD and a session; a test of the login itself calls the login. */
export async function signIn(server: TestServer, name: string, lang: Language = 'en'): Promise<Person> {
  const email = `${name.toLowerCase()}@people.example`
  const token = `kt_${newToken()}`
  passwordHash ??= hashPassword(PASSWORD)
  await query(
    server,
    `with added as (
      insert into users (id, name, surname, email, email_key, email_verified_at, phone, password_hash, lang, promo_code,
        consent_at, created_at, offer_version, offer_accepted_at, password_changed_at)
      values (gen_random_uuid(), $1, 'Tester', $2, $2, $5, '+420601000000', $3, $4, '', $5, $5, $6, $5, $5)
      returning id
    )
    insert into sessions (id, user_id, token_hash, ip, user_agent, created_at, last_used_at)
    select gen_random_uuid(), id, $7, '127.0.0.1', 'node', $5, $5 from added`,
    [name, email, await passwordHash, lang, server.now(), server.app.env.offer.version, sha256(token)],
  )
  return new Person(server, email, token)
}

/** A minimal valid design. */
export const plainDesign = (change: Partial<Design> = {}): Design => ({
  organisation: 'Coffee Lab',
  cardName: 'Coffee card',
  programName: 'Coffee card',
  images: { logo: null, cover: null, icon: null, programLogo: null, hero: null },
  colours: { background: '#2b1d14', text: '#ffffff', title: '#e8c9a0' },
  fields: {
    top: { label: 'Card', value: '{cardnumber}', changeMessage: '' },
    center: { label: 'points', value: '{bonus}', changeMessage: 'You now have %@ points' },
    left: { label: 'Name', value: '{cardholder}', changeMessage: '' },
    right: { label: 'Balance', value: '{balance}', changeMessage: 'Your balance is %@' },
  },
  barcode: { type: 'qr', message: '{cardnumber}', alt: '{cardnumber}' },
  back: {
    fields: [{ label: 'How it works', value: 'One point a euro, {cardholder}' }],
    links: [{ uri: 'https://coffee.example', text: 'Menu' }],
  },
  nfc: null,
  ...change,
})

export type Shop = { owner: Person; c: number; domain: string; template: string; formKey: string; formUrl: string }

/** A business with a card and a form, ready for customers. */
export async function openShop(server: TestServer, name: string): Promise<Shop> {
  const owner = await signIn(server, name)
  const domain = `${name.toLowerCase()}-shop`
  const cabinet = await owner.send(cabinets.createCabinet, {
    body: { name: `${name} shop`, domain, taxNumber: '12345678' },
  })
  // Nobody fills in the questionnaire in every story; the story of the phone does.
  await openForWork(server.app, cabinet.id, markPollFinished)
  const template = await owner.send(templates.createTemplate, {
    params: { c: cabinet.id },
    body: { name: 'Coffee card', type: 'bonus', design: plainDesign(), birthdayEnabled: true, variables: {} },
  })
  const form = await owner.send(forms.createForm, {
    params: { c: cabinet.id },
    body: { name: 'Main form', template: template.id, lang: 'en' },
  })
  return { owner, c: cabinet.id, domain, template: template.id, formKey: form.formKey, formUrl: form.url }
}
