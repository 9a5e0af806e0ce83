/**
 * A cash server of R-Keeper 7 with FarCards: it calls the address that it is given, as `ExtDllHTTP.dll` does, and reads
 * the answers as strictly as the structure of the vendor has it.
 */
import { randomUUID } from 'node:crypto'

export type Line = { card: string | number; kind: number; summa: number }
export type Receipt = { guid: string; num: number }

export type CardInfo = { result: number; values: Record<string, string> }
export type Taken = { status: number; result: number; error: string }

const attributesOf = (xml: string, name: string): Record<string, string> | undefined => {
  const found = new RegExp(`<${name}((?:\\s+\\w+="[^"<]*")*)\\s*/?>`).exec(xml)
  if (!found) return undefined
  const pairs = [...(found[1] ?? '').matchAll(/(\w+)="([^"<]*)"/g)].map(([, key = '', value = '']) => [key, value])
  return Object.fromEntries(pairs) as Record<string, string>
}

const check = ({ guid, num }: Receipt, inside = '') =>
  `<CHECK stationcode="2" restaurantcode="199999999" cashservername="MIDSERV" ` +
  `generateddatetime="${new Date().toISOString().slice(0, 19)}"><CHECKDATA checknum="${num}" ` +
  `orderguid="{${randomUUID().toUpperCase()}}" checkguid="{${guid.toUpperCase()}}"/>${inside}</CHECK>`

let receipts = 0
export const newReceipt = (): Receipt => ({ guid: randomUUID(), num: ++receipts })

/** @param address as the owner has copied it into the ini file @param post how requests leave the machine */
export function openCashServer(address: string, post: typeof fetch) {
  const send = (handler: string, body: string) =>
    post(`${address}/${handler}`, { method: 'POST', body, headers: { 'content-type': 'text/xml; charset=utf-8' } })
  const packetOf = (receipt: Receipt, lines: readonly Line[]) =>
    `<?xml version="1.0" encoding="UTF-8"?><ROOT><Transactions>${lines
      .map(
        ({ card, kind, summa }) =>
          `<TransactionsEx Card="${card}" PersonID="0" Account="0" Kind="${kind}" Summa="${summa}" Restaurant="9999" ` +
          `RKDate="2026-11-24T00-00-00" RKUni="2" RKCheck="${receipt.num}"/>`,
      )
      .join('')}</Transactions><InpBuf InpKind="1">${check(receipt)}</InpBuf></ROOT>`

  return {
    send,
    packetOf,
    async askCard(card: string | number): Promise<CardInfo> {
      const holders = `<EXTINFO><INTERFACES><INTERFACE type="PDS" id="1" mode="0"><HOLDERS><ITEM cardcode="${card}"/>
        </HOLDERS></INTERFACE></INTERFACES></EXTINFO>`
      const answered = await send(
        'getcardinfoex.php',
        `<?xml version="1.0" encoding="UTF-8"?><ROOT><QRY Card="${card}" Restaurant="9999" UnitNo="2"><INPBUF>` +
          `${check(newReceipt(), holders)}</INPBUF></QRY></ROOT>`,
      )
      const values = attributesOf(await answered.text(), 'GetCardInfoEx')
      if (!values) throw new Error(`the card system answered ${answered.status}`)
      return { result: Number(values.Result), values }
    },
    async close(receipt: Receipt, lines: readonly Line[]): Promise<Taken> {
      const answered = await send('transactionsex.php', packetOf(receipt, lines))
      const text = await answered.text()
      const { Result } = attributesOf(text, 'TransactionsEx') ?? {}
      if (Result === undefined) throw new Error(`the card system answered ${answered.status}`)
      return {
        status: answered.status,
        result: Number(Result),
        error: attributesOf(text, 'TRRESPONSE')?.err_text ?? '',
      }
    },
  }
}
