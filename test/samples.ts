/**
 * Right inputs for any call, made from its own shapes, so that a new call is walked without being written down
 * anywhere.
 */
import sharp from 'sharp'
import { z } from 'zod'
import type { Call } from '../contract/call.ts'
import { IMAGE_SLOTS } from '../contract/limits.ts'

/** Things of one cabinet that inputs can name. */
export type Ids = {
  c: number
  domain: string
  template: string
  formKey: string
  client: string
  push: string
  image: string
  variable: string
  notice: string
  key?: string
  segment?: string
  trigger?: string
  /** A file of clients with one column. */
  importFile?: string
}
export type Input = {
  params: Record<string, string | number>
  query: Record<string, unknown>
  body: unknown
  file?: Blob
}

type Schema = {
  type?: string
  const?: unknown
  enum?: readonly unknown[]
  anyOf?: readonly Schema[]
  oneOf?: readonly Schema[]
  properties?: Readonly<Record<string, Schema>>
  required?: readonly string[]
  additionalProperties?: Schema | boolean
  items?: Schema
  minItems?: number
  minimum?: number
  format?: string
}

/** Texts that a schema does not describe well enough, by the name of their field. */
const TEXTS: Readonly<Record<string, string>> = {
  iban: 'DE89370400440532013000',
  bic: 'COBADEFFXXX',
  kpp: '770701001',
  correspondentAccount: '30101810400000000225',
  line: '0'.repeat(64),
  email: 'walker@people.example',
  password: 'Right-horse-42',
  password_confirmation: 'Right-horse-42',
  phone: '+420601777888',
  tel: '+420601777888',
  domain: 'walkers-shop',
  taxNumber: '12345678',
  key: 'a1',
  variableName: 'name',
  uri: 'https://shop.example',
  changeMessage: '',
  regularExpression: '',
  message: 'Hello',
  background: '#112233',
  text: '#ffffff',
  title: '#eeeeee',
  publicKey: '',
  token: 'no-such-token',
  code: '0000',
  linkText: 'Your card: {link}',
  countries: 'CZ',
  apiKey: 'emulated-key',
  issuerId: '3388000000055555555',
  gmail: 'walker@gmail.com',
}

/** Ids by the name of the field that holds them. */
function idFor(name: string, ids: Ids): string | undefined {
  return { template: ids.template, templates: ids.template, form: ids.formKey, logo: ids.image, client: ids.client }[
    name as 'form'
  ]
}

function sample(schema: Schema, name: string, ids: Ids, place: string): unknown {
  // The schema of one field does not say what fits together in a condition.
  if (name === 'criteria') return [{ kind: 'templateUUID', operator: 'one_of', value: [ids.template] }]
  // Of a file of clients: one column has to be a key.
  if (name === 'columns' && schema.items?.anyOf) return ['tel']
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) {
    const isPicture = name === 'logo'
    const choice =
      (isPicture ? undefined : choices.find((one) => one.type === 'null' || one.const !== undefined)) ?? choices[0]
    return sample(choice ?? {}, name, ids, place)
  }
  switch (schema.type) {
    case 'object':
      return sampleObject(schema, ids, name)
    case 'array':
      return Array.from({ length: Math.max(schema.minItems ?? 0, idFor(name, ids) ? 1 : 0) }, () =>
        sample(schema.items ?? {}, name, ids, place),
      )
    case 'string': {
      if (schema.format === 'uuid') return idFor(name, ids) ?? crypto.randomUUID()
      if (schema.format === 'uri') return 'https://shop.example/changes'
      if (schema.format === 'date') return '1990-05-01'
      if (schema.format === 'date-time') return '2026-01-01T00:00:00.000Z'
      // Under `texts`-like names a colour and a sentence share a word; a colour is the one that lives in `colours`.
      if (place !== 'colours' && (name === 'text' || name === 'title')) return 'Words'
      return idFor(name, ids) ?? TEXTS[name] ?? 'Words'
    }
    case 'integer':
    case 'number':
      return name === 'version'
        ? 1
        : name === 'cabinetId'
          ? ids.c
          : name === 'amountMinor'
            ? 50_00
            : Math.max(schema.minimum ?? 0, 0)
    case 'boolean':
      return false
    case 'null':
      return null
    default:
      return undefined
  }
}

function sampleObject(schema: Schema, ids: Ids, place: string): Record<string, unknown> {
  const names = [...new Set([...Object.keys(schema.properties ?? {}), ...(schema.required ?? [])])]
  const rest = typeof schema.additionalProperties === 'object' ? schema.additionalProperties : undefined
  return Object.fromEntries(
    names.flatMap((name) => {
      const of = schema.properties?.[name] ?? rest
      const isWanted = schema.required?.includes(name) ?? false
      return of === undefined || (!isWanted && idFor(name, ids) === undefined)
        ? []
        : [[name, sample(of, name, ids, place)]]
    }),
  )
}

const schemaOf = (shape: z.ZodType) =>
  shape instanceof z.ZodUndefined
    ? undefined
    : (z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' }) as Schema)

const pictures = new Map<string, Promise<Buffer>>()

/** A PNG of the exact size of a slot. */
export function pictureOf(slot: keyof typeof IMAGE_SLOTS, shade = 90): Promise<Buffer> {
  const key = `${slot}|${shade}`
  const known =
    pictures.get(key) ??
    sharp({ create: { ...IMAGE_SLOTS[slot], channels: 4, background: { r: shade, g: 60, b: 30, alpha: 1 } } })
      .png()
      .toBuffer()
  pictures.set(key, known)
  return known
}

/** What `{id}` means, by the room it is in. */
function rowOf(path: string, ids: Ids): string {
  const room = /\/(variables|notifications|keys|imports)\//.exec(path)?.[1]
  const rows = { variables: ids.variable, notifications: ids.notice, keys: ids.key, imports: ids.importFile }
  return rows[room as 'keys'] ?? ids.client
}

/** A right input of a call that names the things of one cabinet. */
export async function inputOf(one: Call, ids: Ids): Promise<Input> {
  const params: Input['params'] = {}
  for (const [, name = ''] of one.path.matchAll(/\{(\w+)\}/g)) {
    params[name] =
      {
        c: ids.c,
        domain: ids.domain,
        uuid: ids.template,
        formKey: ids.formKey,
        moduleId: 'welcome',
        id: rowOf(one.path, ids),
        pushUuid: ids.push,
        pushType: 'text',
        segmentId: ids.segment,
        segmentUuid: ids.segment,
        triggerUuid: ids.trigger,
        code: 'a'.repeat(43),
      }[name as 'c'] ?? crypto.randomUUID()
  }
  const query = schemaOf(one.query)
  const body = schemaOf(one.body)
  return {
    params,
    query: query ? sampleObject(query, ids, 'query') : {},
    body: body && (body.type === 'array' ? sample(body, 'body', ids, 'body') : sampleObject(body, ids, 'body')),
    ...(one.upload && { file: new Blob([new Uint8Array(await pictureOf('logo'))]) }),
  }
}

/** General settings that are no defaults. */
export const GENERAL = {
  name: 'Coffee',
  firstCardNumber: 500,
  plastic: { from: 900_000, to: 900_100 },
  points: { name: 'Beans', counted: 'beans', hasDecimals: true },
}
