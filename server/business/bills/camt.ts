/** Incoming payments of a camt.053 message (ISO 20022), of any of its versions. Pure. */
import type { XmlElement } from '../../base/xml.ts'
import { type Incoming, minorOf, type StatementFault } from './incoming.ts'

const plain = (name: string) => name.slice(name.indexOf(':') + 1)
const all = (of: XmlElement | undefined, name: string) => of?.children.filter((one) => plain(one.name) === name) ?? []
const at = (of: XmlElement | undefined, ...path: string[]): XmlElement | undefined =>
  path.reduce<XmlElement | undefined>((found, name) => all(found, name)[0], of)
const text = (of: XmlElement | undefined, ...path: string[]) => at(of, ...path)?.text.replace(/\s+/g, ' ') ?? ''

/** A batch is one entry with a part for each payment. */
function partsOf(entry: XmlElement): (XmlElement | undefined)[] {
  const parts = all(entry, 'NtryDtls').flatMap((details) => all(details, 'TxDtls'))
  return parts.length > 0 ? parts : [undefined]
}

const isOf = (of: XmlElement | undefined, indicator: string) =>
  ['', indicator].includes(text(of, 'CdtDbtInd')) && !/^(true|1)$/.test(text(of, 'RvslInd'))

function amountOf(entry: XmlElement, part: XmlElement | undefined, isAlone: boolean): XmlElement | undefined {
  if (isAlone) return at(entry, 'Amt')
  return at(part, 'Amt') ?? at(part, 'AmtDtls', 'TxAmt', 'Amt')
}

function payerOf(part: XmlElement | undefined): { payer: string; taxNumber: string } {
  const party = at(part, 'RltdPties', 'Dbtr')
  const person = at(party, 'Pty') ?? party
  const taxNumber = text(person, 'Id', 'OrgId', 'Othr', 'Id') || text(person, 'Id', 'PrvtId', 'Othr', 'Id')
  return { payer: text(person, 'Nm'), taxNumber }
}

function purposeOf(entry: XmlElement, part: XmlElement | undefined): string {
  const information = at(part, 'RmtInf')
  const texts = [
    ...all(information, 'Ustrd').map((one) => one.text),
    ...all(information, 'Strd').map((one) => text(one, 'CdtrRefInf', 'Ref')),
    text(part, 'Refs', 'EndToEndId'),
    text(part, 'AddtlTxInf'),
    text(entry, 'AddtlNtryInf'),
  ]
  return [...new Set(texts)]
    .filter((one) => one !== '' && one !== 'NOTPROVIDED')
    .join(' ')
    .slice(0, 500)
}

function lineOf(account: string, entry: XmlElement, part: XmlElement | undefined, isAlone: boolean) {
  const amount = amountOf(entry, part, isAlone)
  const amountMinor = minorOf(amount?.text ?? '')
  const date = at(entry, 'BookgDt') ?? at(entry, 'ValDt')
  const bookedOn = (text(date, 'Dt') || text(date, 'DtTm')).slice(0, 10)
  if (amountMinor === null || !/^\d{4}-\d\d-\d\d$/.test(bookedOn)) return null
  const references = [
    text(entry, 'AcctSvcrRef'),
    text(entry, 'NtryRef'),
    text(part, 'Refs', 'AcctSvcrRef'),
    text(part, 'Refs', 'TxId'),
    text(part, 'Refs', 'EndToEndId'),
  ]
  return {
    bookedOn,
    amountMinor,
    currency: amount?.attributes.Ccy ?? '',
    ...payerOf(part),
    purpose: purposeOf(entry, part),
    reference: [account, ...references].join('|'),
  }
}

/** Booked credits only: no debits, nothing that is pending, no reversals. */
export function readCamt(root: XmlElement): Incoming[] | StatementFault {
  const message = at(root, 'BkToCstmrStmt')
  if (plain(root.name) !== 'Document' || !message) return 'statement_unreadable'
  const lines: Incoming[] = []
  for (const statement of all(message, 'Stmt')) {
    const account = text(statement, 'Acct', 'Id', 'IBAN') || text(statement, 'Acct', 'Id', 'Othr', 'Id')
    for (const entry of all(statement, 'Ntry')) {
      const state = text(entry, 'Sts', 'Cd') || text(entry, 'Sts')
      if (!isOf(entry, 'CRDT') || text(entry, 'CdtDbtInd') === '' || !['', 'BOOK'].includes(state)) continue
      const parts = partsOf(entry).filter((part) => isOf(part, 'CRDT'))
      for (const part of parts) {
        const line = lineOf(account, entry, part, parts.length === 1)
        if (line === null) return 'statement_unreadable'
        lines.push(line)
      }
    }
  }
  return lines
}
