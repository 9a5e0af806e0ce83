import { z } from 'zod'

export type UploadedFile = { name: string; bytes: Uint8Array }
export type Binary = {
  bytes: Uint8Array
  type: string
  name: string
  /** A large file, only on the server: streamed instead of `bytes`. */
  parts?: AsyncIterable<Uint8Array>
}

/** A binary reply: the handler returns bytes with their media type and file name. */
export const Bytes = z
  .custom<Binary>((value) => value instanceof Object && 'bytes' in value)
  .meta({ type: 'string', format: 'binary' })
