/** Reads the path, the query, the body and the file of a call, and refuses what the contract does not allow. */
import type { FastifyRequest } from 'fastify'
import type { Call } from '../../contract/call.ts'
import { faultsOf, firstUnstorable } from './fields.ts'
import { networkOf } from './network.ts'
import type { Params } from './path-params.ts'
import { refuseAny } from './refusal.ts'
import { fillFromSaved, lacksFields } from './saved-fields.ts'
import { fit } from './shape.ts'
import { unknownKeys } from './unknown-keys.ts'
import { openUploadPlaces } from './upload-places.ts'

const inUploadPlace = openUploadPlaces()

type Upload = { body: unknown; file: { name: string; bytes: Uint8Array } | undefined }

async function readUpload(request: FastifyRequest, one: Call): Promise<Upload> {
  if (!one.upload) return { body: request.body ?? undefined, file: undefined }
  if (!request.isMultipart()) throw refuseAny('invalid_input', {}, { [one.upload.field]: { code: 'required' } })
  const body: Record<string, string> = {}
  let file: Upload['file']
  try {
    for await (const part of request.parts({
      limits: { files: 1, fields: 10, fieldSize: 4096, fileSize: one.upload.maxBytes },
    })) {
      if (part.type === 'field') body[part.fieldname] = String(part.value)
      else if (part.fieldname === one.upload.field)
        file = { name: part.filename.slice(0, 200), bytes: await part.toBuffer() }
      else part.file.resume()
    }
  } catch (error) {
    if (error instanceof Error && 'statusCode' in error) throw error
    // For a missing boundary, a torn part or an early end the parser throws plain errors, though the fault is the
    // sender's.
    throw refuseAny('invalid_input', {}, { [one.upload.field]: { code: 'invalid' } })
  }
  if (!file) throw refuseAny('invalid_input', {}, { [one.upload.field]: { code: 'required' } })
  return { body, file }
}

function parse(one: Call, part: 'query' | 'body', value: unknown): unknown {
  const shape = one[part]
  if (shape.type === 'undefined') return undefined
  const parsed = fit(shape, value ?? {}, { reportInput: true })
  if (!parsed.success) throw refuseAny('invalid_input', {}, faultsOf(parsed.error))
  const unstorable = firstUnstorable(parsed.data)
  if (unstorable !== undefined) throw refuseAny('invalid_input', {}, { [unstorable]: { code: 'control_characters' } })
  return parsed.data
}

/** Answers what is saved of the thing that a call updates. */
export type ReadSaved = () => Promise<unknown>
/** Reports invalid input after the access check. */
export type ReadInput = (readSaved: ReadSaved) => Promise<object>

/** @returns what was sent; where an update lacks fields, with the saved ones */
async function wholeBody(one: Call, sent: unknown, params: Params, readSaved: ReadSaved): Promise<unknown> {
  if (!one.keeps || !lacksFields(one.body, sent)) return sent
  const saved = one.keeps.bodyOf((await readSaved()) as never, params as never)
  if (!saved) return sent
  const { version: _, ...body } = saved as { version?: number }
  return fillFromSaved(one.body, sent, body)
}

/** A file arrives as slowly as its sender likes, so it is read here, before any transaction. */
export async function takeInput(one: Call, request: FastifyRequest, params: Params): Promise<ReadInput> {
  const reading = one.upload
    ? inUploadPlace(networkOf(request.ip), () => readUpload(request, one))
    : readUpload(request, one)
  const upload = await reading.catch((fault: unknown) => ({ fault }))
  return async (readSaved) => {
    if ('fault' in upload) throw upload.fault
    const sent = upload.body ?? {}
    const unknown = one.ignoresBody ? [] : unknownKeys(one.body, sent)
    if (unknown.length > 0)
      throw refuseAny('invalid_input', {}, Object.fromEntries(unknown.map((path) => [path, { code: 'unknown_key' }])))
    return {
      params,
      query: parse(one, 'query', request.query),
      body: parse(one, 'body', await wholeBody(one, sent, params, readSaved)),
      file: upload.file,
    }
  }
}
