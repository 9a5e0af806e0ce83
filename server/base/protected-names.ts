/**
 * Names that a stranger would take for somebody else's in an email of ours: of well-known companies, of this
 * installation, and those that its operator adds. Data beside a rule: as a word of a name, or as the whole name.
 */
import type { App } from './app.ts'
import { type FieldFault, refuseAny } from './refusal.ts'

const listed = (text: string) => text.split(',').map((name) => name.trim())

/** No shop or person is called so: refused anywhere in a name. */
const ANYWHERE = listed(`
  paypal, google, gmail, microsoft, facebook, instagram, whatsapp, netflix, linkedin, youtube, tiktok,
  icloud, itunes, mastercard, american express, binance, coinbase, revolut, docusign, apple pay, apple id,
  apple wallet, app store, fedex, vkontakte, сбербанк, sberbank, госуслуги, тинькофф, tinkoff, яндекс,
  yandex, česká spořitelna, komerční banka, česká pošta, bank id, commerzbank, deutsche bank,
  deutsche post, sparkasse
`)
/** Also words and first names: refused alone, or beside words of an office. */
const ALONE = listed(`
  apple, amazon, visa, wise, stripe, meta, chase, dhl, ups, gls, dpd, ppl, telegram, outlook, office, zoom,
  ebay, vk, мир, втб, vtb, čsob, csob, moneta, postbank, n26
`)
const OFFICE_WORDS = listed(`
  support, security, team, service, services, help, helpdesk, account, accounts, billing, payments,
  verification, admin, administration, official, inc, llc, gmbh, customer, care, поддержка, служба,
  безопасности, безопасность, команда, администрация, официальный, аккаунт, kundenservice, kundendienst,
  sicherheit, konto, hilfe, offiziell, der, the, of, from, podpora, zákaznická, bezpečnost, účet,
  oficiální, tým, pomoc, wallet, mail, email
`)

/** Letters of other scripts and digits that look like Latin ones. */
const LOOKS_LIKE: ReadonlyMap<string, string> = new Map(
  (
    'аa вb еe зe іl јj кk мm нh оo рp сc тt уy хx ѕs ԁd ԛq ԝw αa βb εe ιl κk νv οo ρp τt υu χx ' +
    'ıl il łl øo 0o 1l 3e 5s |l !l $s €e'
  )
    .split(' ')
    .map((pair) => [...pair] as [string, string]),
)

/** Texts that look alike become the same. */
const fold = (text: string): string =>
  [
    ...text
      .normalize('NFKD')
      .toLowerCase()
      .replace(/[\p{M}\p{Cf}]/gu, ''),
  ]
    .map((sign) => LOOKS_LIKE.get(sign) ?? sign)
    .join('')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')

const wordsOf = (text: string) =>
  fold(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
const joined = (text: string) => wordsOf(text).join('')

const anywhere = new Set(ANYWHERE.map(joined))
const alone = new Set(ALONE.map(joined))
const officeWords = new Set(OFFICE_WORDS.map(joined))

/** Words that follow one another, written together: `Pay Pal` and `P a y P a l` are one word. */
function* runsOf(words: readonly string[]): Generator<string> {
  for (let from = 0; from < words.length; from++) {
    let run = ''
    for (const word of words.slice(from)) yield (run += word)
  }
}

/** @param own names of this installation and of its operator's choice */
export function isNameOfOthers(name: string, own: readonly string[]): boolean {
  const words = wordsOf(name)
  const owned = new Set(own.map(joined))
  for (const run of runsOf(words)) if (anywhere.has(run) || owned.has(run)) return true
  return alone.has(words.filter((word) => !officeWords.has(word)).join(''))
}

/**
 * @param names by their fields; two of them together must not be one either
 * @param by an operator may use the name of the installation
 * @throws Refusal invalid_input
 */
export function refuseNamesOfOthers(
  { env }: Pick<App, 'env'>,
  names: Readonly<Record<string, string>>,
  by?: { superuser: boolean },
): void {
  const own = [...env.protectedNames, ...(by?.superuser ? [] : [env.brand])]
  const fault: FieldFault = { code: 'name_of_others' }
  const fields = Object.entries(names).filter(([, name]) => isNameOfOthers(name, own))
  const [first] = Object.keys(names)
  if (fields.length === 0 && isNameOfOthers(Object.values(names).join(' '), own) && first !== undefined)
    throw refuseAny('invalid_input', {}, { [first]: fault })
  if (fields.length > 0)
    throw refuseAny('invalid_input', {}, Object.fromEntries(fields.map(([field]) => [field, fault])))
}
