/** The data of one client in the words of a language: titles, lines and tables, ready to be set. Pure. */
import { cardNumberText, percent } from '../../../card/values.ts'
import { moneyText, pointsText } from '../../../contract/figures.ts'
import { CLIENT_FIELD_NAMES, textOfField } from '../../../contract/people/client-fields.ts'
import type { AmountKind, Language } from '../../../contract/limits.ts'
import type { PointsStyle } from '../../../contract/platform/general-settings.ts'
import { moscowDayAndTime } from '../../../contract/time.ts'
import { pointsIn, say } from '../../../words/say.ts'
import type { OnePerson, PersonData } from './person-data.ts'
import type { Pages, Section } from './write-pdf.ts'

const NONE = '–'
const time = (at: string | null) => (at === null ? NONE : moscowDayAndTime(new Date(at)))
const money = (minor: number) => moneyText(minor)

const amountIn =
  ({ hasDecimals }: PointsStyle) =>
  (kind: AmountKind, minor: number): string =>
    ({ balance: money(minor), bonus: pointsText(minor, hasDecimals), discount: `${percent(minor)} %` })[kind]
type InAmount = ReturnType<typeof amountIn>

type Word = (key: string, values?: Record<string, string>) => string

function detailsOf({ client, card, furtherCards, consent }: OnePerson, word: Word, amount: InAmount): Section {
  const field = (name: string) => word(`clients.client.fields.${name}`)
  return {
    title: word('clients.client.groups.personal'),
    lines: [
      ...CLIENT_FIELD_NAMES.map((name): [string, string] => [field(name), textOfField(client[name]) || NONE]),
      [field('birthday'), client.birthday ?? NONE],
      [field('sex'), word(`clients.sex.${client.sex ?? 'none'}`)],
      [field('tel'), client.tel || NONE],
      ...(client.typedTel === '' ? [] : [[word('holders.person.typedTel'), client.typedTel] as [string, string]]),
      [field('email'), client.email || NONE],
      [field('promoCode'), client.promoCode || NONE],
      ...Object.entries(client.extra),
      [word('clients.client.created'), time(client.createdAt)],
      [word('clients.client.form'), client.form?.name ?? NONE],
      [word('clients.client.consent'), consent ? [time(consent.at), consent.ip].filter(Boolean).join(', ') : NONE],
      ...(client.consentSource === ''
        ? []
        : [[word('clients.client.consentSource'), client.consentSource] as [string, string]]),
      ...client.consents.flatMap(({ at, since, text }): [string, string][] => [
        [word('holders.person.agreedOn'), time(at)],
        ...(text === null
          ? []
          : [
              [word('holders.person.agreedVersion'), time(since)] as [string, string],
              [word('holders.person.agreedTo'), text] as [string, string],
            ]),
      ]),
      [word('clients.client.inviter'), client.inviter?.name ?? NONE],
      [word('clients.client.inviteCode'), client.inviteCode],
      [word('clients.client.friends'), String(client.friends)],
      [word('clients.client.cardNumber'), cardNumberText(client.cardNumber)],
      [word('clients.client.template'), client.cardDesign],
      [field('balance'), amount('balance', client.balanceMinor)],
      [field('bonus'), amount('bonus', client.bonusMinor)],
      [field('discount'), amount('discount', client.discountHundredths)],
      ...[...(card ? [card] : []), ...furtherCards].flatMap(({ design, wallets }) =>
        wallets.map(({ wallet, since }): [string, string] => [
          word('clients.client.installed'),
          [...(furtherCards.length > 0 ? [design] : []), word(`clients.wallets.${wallet}`), time(since)].join(', '),
        ]),
      ),
    ],
  }
}

function amountsOf({ amounts }: OnePerson, word: Word, amount: InAmount): Section {
  const title = (name: string) => word(`clients.balanceHistory.${name}`)
  return {
    title: title('label'),
    columns: ['date', 'kind', 'delta', 'after', 'source', 'reason'].map(title),
    rows: amounts.map((one) => [
      time(one.at),
      title(`kinds.${one.kind}`),
      amount(one.kind, one.delta),
      amount(one.kind, one.after),
      [title(`sources.${one.source}`), one.till].filter(Boolean).join(', '),
      one.reason || NONE,
    ]),
  }
}

function eventsOf({ events }: OnePerson, word: Word): Section {
  return {
    title: word('events.label'),
    columns: ['date', 'kind', 'amount', 'text', 'senderId'].map((name) => word(`events.columns.${name}`)),
    rows: events.map((one) => [
      time(one.at),
      word(`events.kinds.${one.kind}`),
      one.amountMinor === null ? NONE : money(one.amountMinor),
      one.text || NONE,
      one.senderId,
    ]),
  }
}

function messagesOf({ messages }: OnePerson, word: Word): Section {
  const title = (name: string) => word(`clients.pushHistory.${name}`)
  return {
    title: title('label'),
    columns: ['date', 'text', 'channel', 'state'].map(title),
    rows: messages.map((one) => [
      time(one.at),
      one.text,
      title(`channels.${one.channel}`),
      title(`states.${one.state}`),
    ]),
  }
}

function bonusesOf({ bonuses }: OnePerson, word: Word, amount: InAmount): Section {
  const title = (name: string, values?: Record<string, string>) => word(`clients.pointHistory.${name}`, values)
  return {
    title: title('label'),
    columns: ['date', 'amount', 'reason', 'status'].map((name) => title(name)),
    rows: bonuses.map((one) => [
      time(one.at),
      amount('bonus', one.amountMinor),
      title(`reasons.${one.reason}`, { code: one.code, name: one.other?.name ?? '' }),
      title(`states.${one.status}`),
    ]),
  }
}

function othersOf({ triggers, imports, crm }: OnePerson, word: Word): Section[] {
  return [
    {
      title: word('holders.person.imports'),
      columns: [word('clients.balanceHistory.date'), word('imports.list.file'), word('imports.check.line')],
      rows: imports.map((one) => [time(one.at), one.fileName, String(one.line)]),
    },
    {
      title: word('holders.person.triggers'),
      columns: [word('clients.balanceHistory.date'), word('holders.person.trigger')],
      rows: triggers.map((one) => [time(one.at), one.trigger]),
    },
    {
      title: word('clients.crm.title'),
      lines: crm
        ? [
            [word('clients.crm.number'), crm.crmId ?? NONE],
            [word('clients.crm.written'), time(crm.writtenAt)],
            [word('clients.crm.read'), time(crm.readAt)],
          ]
        : [],
    },
  ]
}

export function personPages(data: PersonData, lang: Language, style: PointsStyle): Pages {
  const forms = pointsIn(lang, style)
  const word: Word = (key, values) => say(lang, key, { ...forms, ...values })
  const amount = amountIn(style)
  const name = `${data.client.name} ${data.client.surname}`.trim() || word('clients.nameless')
  return {
    title: word('holders.person.title', { name }),
    lead: word('holders.person.lead', { business: data.business, at: time(data.exportedAt) }),
    empty: word('holders.person.empty'),
    sections: [data, ...data.mergedClients].flatMap((one) => [
      detailsOf(one, word, amount),
      amountsOf(one, word, amount),
      eventsOf(one, word),
      messagesOf(one, word),
      bonusesOf(one, word, amount),
      ...othersOf(one, word),
    ]),
  }
}
