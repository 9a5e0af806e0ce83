import { describe, expect, it } from 'vitest'
import { LANGUAGES, type Language } from '../contract/limits.ts'
import { wordsOf } from '../words/say.ts'

/** Phrases that no text on a screen uses any more, and words that have another name there (docs/words.md). */
const FORBIDDEN: Readonly<Record<Language, readonly RegExp[]>> = {
  en: [
    /\bcabinets?\b/i,
    /\btariffs?\b/i,
    /\be-mails?\b/i,
    /\bcard templates?\b/i,
    /\bcustomers?’/i,
    /\bwhoever\b/i,
    /\b(every|some)body\b/i,
    /\bmend(ed|s)?\b/i,
    /\bmeanwhile\b/i,
    /\bby itself\b/i,
    /\b(?<!messages )at once\b/i,
    /\banew\b/i,
    /\b(is|are) meant\b/i,
    /\bthe reason stands\b/i,
    /\bstays? as it (is|was)\b/i,
    /\bnumber of the request\b/i,
    /\bcan only go up\b/i,
    /\bhold at once\b/i,
    /\bcould not be\b/i,
    /\bcannot be (loaded|saved|deleted|read|changed)\b/i,
    /\bgoes along\b/i,
    /\bgo on\b/i,
    /\bany more[.”]?$/i,
    /\bbegun\b/i,
    /\b(the|first) exchange\b/i,
    /\brecogniz/i,
    /\bin doubt\b/i,
    /\bin this time\b/i,
    /\brefused rows?\b/i,
    /\bhalf-way\b/i,
    /\bcannot be undone\b/i,
    /\b(left as before|counts? nowhere|reach(es)? nobody)\b/i,
    /[a-z]'[a-z]/i,
  ],
  cz: [
    /(?<!^|[.:!?„] ?)\bV(ám|ás|ámi|áš|aše|aší|aši|ašeho|ašemu|aším|ašich|ašim|ašimi)(?!\p{L})/u,
    /(?<!\p{L})kabinet/iu,
    /(?<!\p{L})trigger/iu,
    /(?<!\p{L})push(e|ů|ích)(?!\p{L})/iu,
    /(?<!\p{L})beacon(y|ů)(?!\p{L})/iu,
    /(?<!\p{L})geobod/iu,
    /(?<!\p{L})elektronick(á|é|ou|ých) kart/iu,
    /(?<!\p{L})účt(y|ů|em|ech)(?!\p{L})/iu,
    /(?<!\p{L})relac(e|i|í)(?!\p{L})/iu,
    /(?<!\p{L})prázdné:/iu,
    /(?<!\p{L})Google Wallet/u,
    /(?<!\p{L})zákazní/iu,
    /(?<!\p{L})(ne)?vyměňuj|vyměňov|výměn/iu,
    /(?<!\p{L})design/iu,
    /(?<!API )(?<!\p{L})login(?!\p{L})/iu,
    /stáhnout kartu|stažen(á|ou|é) kart|kart(a|u) (klienta )?stažen/iu,
    /(?<!\p{L})(onen|onoho|onomu)(?!\p{L})/iu,
  ],
  de: [
    /freiwillig/i,
    /\bPushs?\b(?!-| für 1)/,
    /\b(Promo-Code|Ländervorwahl|Bonuspunkte?)\b/,
    /elektronische/i,
    /\bvon selbst\b/,
    /\b(ist|sind) gemeint\b/,
    /\beinmal am Tag\b/,
    /\bNummer der Anfrage\b/,
    /\bHandys?\b/,
    /\bKennw[oö]rt/,
    /\bNutzers?\b/,
    /Austausch\b|ausgetauscht/i,
    /Vorbestell/i,
    /\bPoster\b/,
    /\baußen vor\b/,
  ],
  ru: [
    /(?<=[\p{L},] )(Вы|Вас|Вам|Вами|Ваш\p{L}*)(?!\p{L})/u,
    /(?<!\p{L})кабинет/iu,
    /(?<!\p{L})пуш(?!к)/iu,
    /push-?(рассыл|сообщ|увед)/iu,
    /(?<!\p{L})e-?mail(?!\p{L})/iu,
    /(?<!\p{L})API-ключ/iu,
    /учётн\p{L}* запис/iu,
    /аккаунт огранич/iu,
    /демопериод/iu,
    /тариф (допускает|позволяет)/iu,
    /осуществ/iu,
    /(?<!\p{L})необходимо(?!\p{L})/iu,
    /(?<!\p{L})(?<!для )бизнес/iu,
    /\p{L} – |– \p{L}/u,
    /(не в счёт|не достать)/iu,
  ],
}

/** The agreement and what we quote of others may use such a phrase. */
const ALLOWED: ReadonlySet<string> = new Set(['unsubscribe.doneText', 'unsubscribe.badText'])

/** A business is a business, firma, Unternehmen, компания: an account is a person's login, or one with others. */
const ACCOUNT: Readonly<Record<Language, RegExp>> = {
  en: /\baccounts?\b/i,
  cz: /(?<!\p{L})účet(?!\p{L})|(?<!\p{L})účtu(?!\p{L})/iu,
  de: /konto(s|en)?\b|\bkonten\b/i,
  ru: /(?<!\p{L})аккаунт/iu,
}
const OF_A_LOGIN = new RegExp(
  [
    '^(users|mails|addresses|certificates|verification|vendors)\\.',
    '^offer\\.parts\\.account\\.',
    // Of a bank.
    '^bills\\.(payerFields|desk)\\.',
    '^papers\\.',
    '^refusals\\.(codes|fields)\\.(email_taken|account_sid|google_)',
    '^integration\\.(consent|exchanges|labels)\\.',
  ].join('|'),
)

function textsOf(tree: object, path = ''): [key: string, text: string][] {
  return Object.entries(tree).flatMap(([key, value]: [string, unknown]) => {
    const at = path ? `${path}.${key}` : key
    return typeof value === 'string' ? [[at, value] as [string, string]] : textsOf(value as object, at)
  })
}

function dialectOf(lang: Language, tree: object): string[] {
  return textsOf(tree).flatMap(([key, text]) =>
    ALLOWED.has(key)
      ? []
      : [...FORBIDDEN[lang], ...(OF_A_LOGIN.test(key) ? [] : [ACCOUNT[lang]])]
          .filter((phrase) => phrase.test(text.replaceAll(/\{\{\w+\}\}/g, '1')))
          .map(() => `${key}: ${text}`),
  )
}

describe('texts on screens', () => {
  it.each(LANGUAGES)('in %s use no old phrase', (lang) => {
    expect(dialectOf(lang, wordsOf(lang))).toEqual([])
  })

  it('are caught when they do', () => {
    const faults = dialectOf('en', {
      shop: {
        up: 'A tariff can only go up.',
        ready: 'Nothing to mend.',
        fine: 'You can only switch to a higher plan.',
      },
      mails: { reach: 'Whoever signs up', at: 'Your E-mail', quote: "It's here" },
    })
    expect(new Set(faults.map((fault) => fault.split(':')[0]))).toEqual(
      new Set(['shop.up', 'shop.ready', 'mails.reach', 'mails.at', 'mails.quote']),
    )
  })

  it('are caught when they call a business an account', () => {
    const texts: [Language, string][] = [
      ['en', 'This account is limited.'],
      ['cz', 'Účet je omezený.'],
      ['de', 'Das Konto ist eingeschränkt.'],
      ['ru', 'Аккаунт ограничен.'],
    ]
    for (const [lang, text] of texts) {
      expect(dialectOf(lang, { shop: { text } })).toContain(`shop.text: ${text}`)
      expect(dialectOf(lang, { users: { text: text.slice(0, 12) } })).toEqual([])
    }
  })

  it('are caught in Czech, where a sentence may still begin with a capital', () => {
    const faults = dialectOf('cz', {
      shop: {
        you: 'Obsah Vám zůstává uzavřen.',
        push: 'Jeden z pushů',
        card: 'Stáhnout kartu „Káva“?',
        fine: 'Hotovo. Vám i přátelům připíšeme body.',
      },
      session: { list: 'Ukončit ostatní relace' },
    })
    expect(faults.map((fault) => fault.split(':')[0])).toEqual(['shop.you', 'shop.push', 'shop.card', 'session.list'])
  })

  it('are caught in Russian, where a sentence may still begin with a capital', () => {
    const faults = dialectOf('ru', {
      shop: {
        you: 'Мы отправили Вам письмо.',
        push: 'Сколько людей получит пуш',
        limit: 'Ваш тариф допускает 3 формы.',
        dash: 'Остальные – завтра',
        owner: 'Владелец бизнеса',
        fine: 'Готово. Вы в команде.',
      },
      mails: { label: 'E-mail', address: '1' },
    })
    expect(faults.map((fault) => fault.split(':')[0])).toEqual([
      'shop.you',
      'shop.push',
      'shop.limit',
      'shop.dash',
      'shop.owner',
      'mails.label',
    ])
  })
})
