/** Bank statements as banks give them, with made-up payments. */

export type Paid = {
  amount: string
  purpose: string
  payer?: string
  taxNumber?: string
  day?: string
  reference?: string
  currency?: string
}

const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;')

const entryOf = (
  { amount, purpose, payer = 'Somebody', day = '2026-11-25', currency = 'EUR', ...one }: Paid,
  i: number,
) =>
  `<Ntry><Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>` +
  `<BookgDt><Dt>${day}</Dt></BookgDt><AcctSvcrRef>${one.reference ?? `R${i}`}</AcctSvcrRef><NtryDtls><TxDtls>` +
  `<RltdPties><Dbtr><Pty><Nm>${escaped(payer)}</Nm><Id><OrgId><Othr><Id>${one.taxNumber ?? ''}</Id></Othr></OrgId>` +
  `</Id></Pty></Dbtr></RltdPties><RmtInf><Ustrd>${escaped(purpose)}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`

/** @param more entries as they are */
export const camt = (lines: readonly Paid[], more = '') =>
  '<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08">' +
  '<BkToCstmrStmt><GrpHdr><MsgId>M</MsgId></GrpHdr><Stmt><Id>S</Id><Acct><Id><IBAN>CZ6508000000192000145399</IBAN>' +
  `</Id></Acct>${lines.map(entryOf).join('')}${more}</Stmt></BkToCstmrStmt></Document>`

/** Text of an account in euros at a bank in Russia. */
export const clientBank = (lines: readonly Paid[], account = '40702978900000000001') =>
  [
    '1CClientBankExchange',
    'ВерсияФормата=1.03',
    'Кодировка=Windows',
    `РасчСчет=${account}`,
    'СекцияРасчСчет',
    `РасчСчет=${account}`,
    'КонецРасчСчет',
    ...lines.flatMap(({ amount, purpose, payer = 'ООО Никто', taxNumber = '', day = '25.11.2026', reference }, i) => [
      'СекцияДокумент=Платежное поручение',
      `Номер=${reference ?? i + 1}`,
      `Дата=${day}`,
      `Сумма=${amount}`,
      'ПлательщикСчет=40702978500000000002',
      `ДатаПоступило=${day}`,
      `Плательщик=ИНН ${taxNumber} ${payer}`,
      `ПлательщикИНН=${taxNumber}`,
      `Плательщик1=${payer}`,
      `ПолучательСчет=${account}`,
      `НазначениеПлатежа=${purpose}`,
      'КонецДокумента',
    ]),
    'КонецФайла',
    '',
  ].join('\r\n')

/** Windows-1251 for Cyrillic and ASCII. */
export const inWindows1251 = (text: string) =>
  Uint8Array.from(text, (sign) => {
    const code = sign.charCodeAt(0)
    if (code < 0x80) return code
    if (code >= 0x410 && code <= 0x44f) return code - 0x410 + 0xc0
    return { ё: 0xb8, Ё: 0xa8, '«': 0xab, '»': 0xbb, '№': 0xb9 }[sign] ?? 0x3f
  })
