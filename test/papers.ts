/** What tests of bills and acts share: details that are nobody's, and what a PDF shows. */
import { inflateSync } from 'node:zlib'
import jsQr from 'jsqr'
import { extractText, getDocumentProxy } from 'unpdf'
import { billing, type Supplier } from '../contract/business/billing.ts'
import type { Person } from './people.ts'

export const SUPPLIER: Supplier = {
  name: 'Kärtchen & Žluťoučký s.r.o.',
  address: 'Příkladná 12, 120 00 Praha 2',
  taxNumber: 'CZ12345679',
  registrationNumber: '12345679',
  kpp: '',
  vatNote: 'Not a VAT payer',
  bank: 'Banka Ukázka, a.s.',
  iban: 'CZ6508000000192000145399',
  bic: 'GIBACZPX',
  account: '19-2000145399',
  bankCode: '0800',
  correspondentAccount: '',
}
export const ROUBLE_SUPPLIER: Supplier = {
  ...SUPPLIER,
  name: 'ООО «Карты и Ёлки»',
  taxNumber: '7707083893',
  kpp: '770701001',
  bank: 'Банк «Пример»',
  iban: '',
  bic: '',
  account: '40702810900000000001',
  bankCode: '044525225',
  correspondentAccount: '30101810400000000225',
}
export const PAYER = { name: 'Кафе «Ёж» Müller', taxNumber: '7701234567', address: 'Náměstí 1, Brno', bank: 'Bank AG' }

/** Every field, none of them empty. */
export const enterSupplier = (operator: Person) =>
  operator.send(billing.saveSupplier, {
    body: { ...ROUBLE_SUPPLIER, iban: SUPPLIER.iban, bic: SUPPLIER.bic, version: 0 },
  })

/** The text of all pages, its lines joined by spaces. */
export async function textOfPdf(bytes: Uint8Array): Promise<string> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true })
  return text.replace(/\s+/g, ' ')
}

const PIXELS = 6

/** Reads the code that is drawn with rectangles; nothing else on these pages is one. */
export function codeInPdf(bytes: Uint8Array): string | null {
  const file = Buffer.from(bytes)
  for (const { index, 0: opening } of file.toString('latin1').matchAll(/stream\r?\n/g)) {
    let content: string
    try {
      content = inflateSync(file.subarray(index + opening.length)).toString('latin1')
    } catch {
      continue
    }
    const boxes = [...content.matchAll(/^(-?[\d.]+) (-?[\d.]+) (-?[\d.]+) (-?[\d.]+) re$/gm)].map((found) =>
      found.slice(1).map((part) => Number(part) * PIXELS),
    ) as [number, number, number, number][]
    if (boxes.length > 50) return decoded(boxes)
  }
  return null
}

function decoded(boxes: readonly [number, number, number, number][]): string | null {
  const [margin, side] = [60, Math.ceil(Math.max(...boxes.map(([x, , width]) => x + width))) + 120]
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255)
  for (const [x, y, width, height] of boxes)
    for (let row = Math.round(y); row < Math.round(y + height); row++)
      for (let column = Math.round(x); column < Math.round(x + width); column++)
        pixels.fill(0, ((row + margin) * side + column + margin) * 4, ((row + margin) * side + column + margin) * 4 + 3)
  const read = (jsQr as unknown as { default: typeof jsQr }).default(pixels, side, side)
  return read ? Buffer.from(read.binaryData).toString('utf8') : null
}
