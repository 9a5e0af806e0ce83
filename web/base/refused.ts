/** A failed call: refused by the server, or not answered at all. */

export type FieldRefusal = { code: string; message: string }
export type RefusalDetail = Readonly<Record<string, string | number | boolean | null>>

/** No connection to the server. */
export const NO_CONNECTION = '1800'
/** No answer within a minute. */
export const NO_ANSWER = '1801'

export class Refused extends Error {
  /** HTTP status; 0 when there was no answer. */
  readonly status: number
  /** A code of the contract, or `1800`, `1801`. */
  readonly code: string
  /** By the path of a field, `fields.2.label`. */
  readonly fields: Readonly<Record<string, FieldRefusal>>
  readonly detail: RefusalDetail
  /** The number that support asks for; empty when the server did not receive the call. */
  readonly requestId: string
  /** 1901 to 1989 when the server failed: what could not be done. Empty otherwise. */
  readonly clientCode: string

  constructor(
    status: number,
    error: {
      code: string
      message: string
      fields?: Record<string, FieldRefusal>
      detail?: RefusalDetail
      requestId?: string
      clientCode?: string
    },
  ) {
    super(error.message)
    this.name = 'Refused'
    this.status = status
    this.code = error.code
    this.fields = error.fields ?? {}
    this.detail = error.detail ?? {}
    this.requestId = error.requestId ?? ''
    this.clientCode = error.clientCode ?? ''
  }
}

/** Anything thrown, as a refusal that can be shown. */
export function refusedOf(error: unknown, fallback: string): Refused {
  return error instanceof Refused ? error : new Refused(0, { code: 'server_error', message: fallback })
}
