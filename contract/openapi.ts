/** The published document of all calls, OpenAPI 3.1. */
import { z } from 'zod'
import { ALL_ROOMS } from './all.ts'
import { API_INFO, API_TAGS } from './api-texts.ts'
import { Bytes } from './binary.ts'
import { type Call, Meta } from './call.ts'
import { COMMON_ERRORS, type CommonError } from './common-errors.ts'
import { EXAMPLE_BODIES } from './examples.ts'
import { paramsIn, PATH_PARAMS, type ParamName } from './path-params.ts'
import { PUSH_TYPES } from './reach/pushes.ts'

type Schema = Readonly<Record<string, unknown>>
type Properties = { properties?: Readonly<Record<string, unknown>>; required?: readonly string[] }

/**
 * Makes a schema readable for other programs: no pattern beside a format, no Unicode classes in patterns, and answers
 * can contain fields that are added later.
 */
function simplify(schema: Record<string, unknown>): void {
  if (typeof schema.format === 'string') delete schema.pattern
  if (typeof schema.pattern === 'string')
    schema.pattern = schema.pattern.replaceAll('\\p{Cc}', '\\u0000-\\u001f\\u007f-\\u009f')
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
  if (schema.additionalProperties === false) delete schema.additionalProperties
  for (const part of (schema.allOf ?? []) as Record<string, unknown>[]) simplify(part)
}

function schemaOf(shape: z.ZodType, io: 'input' | 'output'): Schema | undefined {
  if (shape instanceof z.ZodUndefined) return undefined
  const { $schema: _, ...schema } = z.toJSONSchema(shape, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      // Of a stored kind that is not known: no default in the sense of the document.
      if (zodSchema._zod.def.type === 'catch') delete jsonSchema.default
      simplify(jsonSchema as Record<string, unknown>)
      // Keys that a body does not declare are refused.
      if (io === 'input' && jsonSchema.properties) jsonSchema.additionalProperties = false
    },
  })
  return schema
}

/** The body of an update: a field that is left out keeps its saved value, so it is optional and has no default. */
function asUpdate(schema: Schema): Schema {
  const {
    default: _,
    required = [],
    properties,
    anyOf,
    ...rest
  } = schema as Schema & {
    default?: unknown
    required?: readonly string[]
    properties?: Readonly<Record<string, Schema>>
    anyOf?: readonly Schema[]
  }
  const stays = required.filter((name) => name === 'version')
  return {
    ...rest,
    ...(anyOf && { anyOf: anyOf.map(asUpdate) }),
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, asUpdate(one)])),
    }),
    ...(stays.length > 0 && { required: stays }),
  }
}

const PARAM_SCHEMAS = {
  integer: { type: 'integer', minimum: 0 },
  uuid: { type: 'string', format: 'uuid' },
  word: { type: 'string', minLength: 1, maxLength: 200 },
} as const

/** `clients/{id}` is the identifier of a client. */
function descriptionOf(path: string, name: ParamName): string {
  if (name !== 'id' && name !== 'uuid') return PATH_PARAMS[name].description
  const before = path.split('/').at(path.split('/').indexOf(`{${name}}`) - 1) ?? ''
  const noun = { keys: 'API key', users: 'person', support: 'conversation', default: 'template', download: 'export' }
  return `Identifier of the ${noun[before as 'keys'] ?? before.replace(/s$/, '')}.`
}

/** @param published the same path with the names under which the document has it */
function parametersOf(one: Call, published: string) {
  const names = paramsIn(published)
  const query = schemaOf(one.query, 'input') as Properties | undefined
  return [
    ...paramsIn(one.path).map((name, i) => ({
      name: names[i] ?? name,
      in: 'path',
      required: true,
      description: descriptionOf(one.path, name),
      schema: name === 'pushType' ? { type: 'string', enum: PUSH_TYPES } : PARAM_SCHEMAS[PATH_PARAMS[name].kind],
    })),
    ...Object.entries(query?.properties ?? {}).map(([name, schema]) => ({
      name,
      in: 'query',
      required: query?.required?.includes(name) ?? false,
      schema,
    })),
  ]
}

/** Refusals that the server can answer with before the handler runs. */
function edgeErrors(one: Call): CommonError[] {
  const isOfBusiness = one.path.includes('{c}')
  const hasBody = !(one.body instanceof z.ZodUndefined) || one.upload !== undefined
  return [
    ...(one.who === 'nobody' ? [] : (['unauthorized'] as const)),
    ...(one.who === 'nobody' || one.beforeOffer ? [] : (['offer_not_accepted'] as const)),
    ...(one.path.includes('{') ? (['not_found'] as const) : []),
    ...(one.plan ? (['plan_too_low'] as const) : []),
    ...(one.right ? (['right_missing'] as const) : []),
    ...(one.scope ? (['scope_missing', 'api_limit_reached'] as const) : []),
    ...(isOfBusiness && one.writes && !one.whileLimited ? (['account_limited', 'demo_over'] as const) : []),
    ...(hasBody || !(one.query instanceof z.ZodUndefined) ? (['invalid_input'] as const) : []),
    ...(hasBody ? (['too_large'] as const) : []),
    'too_many_requests',
    'try_again_later',
  ]
}

const REFUSAL_CONTENT = { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } }

function refusalsOf(one: Call): Record<string, object> {
  const statuses: Record<string, number> = {
    ...Object.fromEntries(edgeErrors(one).map((code) => [code, COMMON_ERRORS[code]])),
    ...one.errors,
  }
  const codesByStatus = Object.groupBy(Object.keys(statuses), (code) => String(statuses[code]))
  return Object.fromEntries(
    Object.entries(codesByStatus).map(([status, codes = []]) => [
      status,
      {
        description: `Refused: ${codes.map((code) => `\`${code}\``).join(', ')}.`,
        'x-codes': codes,
        content: REFUSAL_CONTENT,
      },
    ]),
  )
}

function successOf(one: Call): object {
  const data = schemaOf(one.reply, 'output')
  if (one.reply === Bytes)
    return { description: 'The file.', content: { 'application/octet-stream': { schema: data } } }
  const properties = { data, ...(one.paged && { meta: { $ref: '#/components/schemas/Page' } }) }
  return {
    description: one.paged ? 'One page of rows.' : 'Done.',
    content: { 'application/json': { schema: { type: 'object', properties, required: Object.keys(properties) } } },
  }
}

const EXAMPLE_ID = '5b1c7a52-0d4e-4c7e-9f0a-3f6d2a1e8b90'

function exampleOf(operationId: string, one: Call): unknown {
  const body = one.scope && EXAMPLE_BODIES[operationId]
  return body && JSON.parse(JSON.stringify(body).replaceAll(/"[A-Z]+_ID"/g, `"${EXAMPLE_ID}"`))
}

function requestOf(operationId: string, one: Call): object {
  const whole = schemaOf(one.body, 'input')
  const schema = whole && one.keeps ? asUpdate(whole) : whole
  const example = exampleOf(operationId, one)
  if (one.upload) {
    const { properties, required } = (schema ?? {}) as Properties
    const file = { type: 'string', contentMediaType: 'application/octet-stream', maxLength: one.upload.maxBytes }
    const form = {
      type: 'object',
      properties: { ...properties, [one.upload.field]: file },
      required: [...(required ?? []), one.upload.field],
    }
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema: form } } } }
  }
  if (!schema) return {}
  return {
    requestBody: {
      required: !one.body.safeParse(undefined).success,
      content: { 'application/json': { schema, ...(example !== undefined && { example }) } },
    },
  }
}

const WHO: Readonly<Record<Call['who'], string>> = {
  nobody: 'No login is needed.',
  user: 'For every user who is logged in.',
  member: 'For everyone with access to the business.',
  owner: 'For owners of the business.',
  agent: 'For people of a business that is an agent.',
  operator: 'For operators of the installation.',
}

function operationOf(operationId: string, tag: string, one: Call, published: string) {
  const access = [
    WHO[one.who],
    one.scope ? `API keys need the scope \`${one.scope}\`.` : '',
    one.plan ? `Needs at least the plan \`${one.plan}\`.` : '',
    one.right ? `Members need the right \`${one.right}\`, which the owner gives.` : '',
  ]
  const kept = one.keeps ? ' Fields that are left out keep their saved values.' : ''
  return {
    operationId,
    tags: [tag],
    summary: one.summary,
    description: `${one.description}${kept}\n\n${access.filter(Boolean).join(' ')}`,
    'x-who': one.who,
    ...(one.plan && { 'x-plan': one.plan }),
    ...(one.right && { 'x-right': one.right }),
    ...(one.scope && { 'x-scope': one.scope }),
    security: one.who === 'nobody' ? [] : [{ session: [] }, ...(one.scope ? [{ key: [] }] : [])],
    parameters: parametersOf(one, published),
    ...requestOf(operationId, one),
    responses: { [one.status]: successOf(one), ...refusalsOf(one) },
  }
}

/** Every call with the name under which it is published. */
export const publishedCalls = (): { operationId: string; room: keyof typeof ALL_ROOMS; one: Call }[] =>
  Object.entries(ALL_ROOMS).flatMap(([room, calls]) =>
    Object.entries(calls as Readonly<Record<string, Call>>).map(([name, one]) => ({
      operationId: one.operationId ?? name,
      room: room as keyof typeof ALL_ROOMS,
      one,
    })),
  )

const COMPONENTS = {
  securitySchemes: {
    session: { type: 'http', scheme: 'bearer', description: 'The token that logging in returns.' },
    key: {
      type: 'http',
      scheme: 'bearer',
      description: 'An API key of the business, `kk_…`. A call names the scope that the key needs.',
    },
  },
  schemas: {
    Refusal: {
      type: 'object',
      description: 'Why a call was refused. Programs decide by `code`; `message` is a sentence for a person.',
      properties: {
        error: {
          type: 'object',
          properties: {
            code: { type: 'string' },
            message: { type: 'string', description: 'In the language of the header `X-Locale` or `Accept-Language`.' },
            fields: {
              type: 'object',
              description: 'Faults by the path of a field, such as `settings.fields.2.label`.',
              additionalProperties: {
                type: 'object',
                properties: { code: { type: 'string' }, message: { type: 'string' } },
                required: ['code', 'message'],
              },
            },
            detail: { type: 'object', description: 'Facts behind the sentence.', additionalProperties: true },
            requestId: { type: 'string', description: 'Number of the request, for questions to support.' },
          },
          required: ['code', 'message', 'requestId'],
        },
      },
      required: ['error'],
    },
    Page: { description: 'Which page of how many rows.', ...schemaOf(Meta, 'output') },
  },
} as const

export function openapi(version: string): object {
  const paths: Record<string, Record<string, unknown>> = {}
  /** OpenAPI does not allow two paths that differ only in parameter names: the first call names them. */
  const published = new Map<string, string>()
  for (const { operationId, room, one } of publishedCalls()) {
    const path = one.path.replace(/\/$/, '')
    const shape = path.replace(/\{\w+\}/g, '{}')
    const known = published.get(shape) ?? path
    published.set(shape, known)
    const operation = operationOf(operationId, API_TAGS[room].name, one, known)
    ;(paths[`/api${known}`] ??= {})[one.method.toLowerCase()] = operation
  }
  return {
    openapi: '3.1.0',
    info: { ...API_INFO, version },
    servers: [{ url: '/', description: 'This installation.' }],
    tags: Object.values(API_TAGS),
    paths,
    components: COMPONENTS,
  }
}
