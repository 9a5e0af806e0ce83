/**
 * One question to a vendor's server, with an end in time and size. What a vendor may do is no exception: it is told.
 */

export type VendorAnswer =
  | { isAnswered: true; status: number; text: string }
  /** `mayHaveArrived`: a connection stood, so nobody knows what the vendor has done with the question. */
  | { isAnswered: false; mayHaveArrived: boolean; told: string }

const ANSWER_MAX_BYTES = 64 * 1024
/** Before a connection stands nothing can have left. */
const BEFORE =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|CERT_|ERR_TLS|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > ANSWER_MAX_BYTES) throw new Error('the answer is too long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

/** Follows no redirect: keys go to the address that was asked and nowhere else. */
export async function askVendor(
  url: string,
  request: Pick<RequestInit, 'method' | 'headers' | 'body'>,
  timeoutMs: number,
): Promise<VendorAnswer> {
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    const response = await fetch(url, { ...request, signal, redirect: 'manual' })
    return { isAnswered: true, status: response.status, text: await readText(response) }
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
    return {
      isAnswered: false,
      mayHaveArrived: !BEFORE.test(code),
      told: code || (signal.aborted ? 'no answer in time' : 'connection lost'),
    }
  }
}

export const basicAuthorization = (login: string, password: string) =>
  `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`
