/** Incoming payments of a bank statement, whatever its format. Pure. */
import { createHash } from 'node:crypto'
import { STATEMENT_LIMITS } from '../../../contract/business/billing.ts'
import { readXml } from '../../base/xml.ts'
import { readCamt } from './camt.ts'
import { readClientBank } from './client-bank.ts'
import type { Incoming, StatementFault } from './incoming.ts'

const CLIENT_BANK = /^\uFEFF?1CClientBankExchange/

/** UTF-8 as it should be, otherwise the encoding that the file names. */
function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    const windows = new TextDecoder('windows-1251').decode(bytes)
    return /^Кодировка=DOS/m.test(windows) || !windows.includes('СекцияДокумент')
      ? new TextDecoder('ibm866').decode(bytes)
      : windows
  }
}

export function readStatement(bytes: Uint8Array): Incoming[] | StatementFault {
  if (bytes.includes(0)) return 'statement_unreadable'
  const text = textOf(bytes)
  if (CLIENT_BANK.test(text)) return checked(readClientBank(text))
  if (!/^\uFEFF?\s*</.test(text)) return 'statement_unreadable'
  // Legal documents are far below: a huge one is not worth its tree.
  if ((text.match(/</g)?.length ?? 0) > STATEMENT_LIMITS.lines * 200) return 'statement_unreadable'
  const root = readXml(text.replace(/^\uFEFF/, ''))
  return root === null ? 'statement_unreadable' : checked(readCamt(root))
}

function checked(lines: Incoming[] | StatementFault): Incoming[] | StatementFault {
  return Array.isArray(lines) && lines.length > STATEMENT_LIMITS.lines ? 'statement_unreadable' : lines
}

/**
 * A key for each payment: the same in every statement that has it. Payments that differ in nothing are counted, so that
 * each has a key of its own.
 */
export function keysOf(lines: readonly Incoming[]): string[] {
  const seen = new Map<string, number>()
  return lines.map((one) => {
    const text = JSON.stringify([one.reference, one.bookedOn, one.amountMinor, one.currency, one.payer, one.purpose])
    const times = seen.get(text) ?? 0
    seen.set(text, times + 1)
    return createHash('sha256').update(`${text}|${times}`).digest('hex')
  })
}
