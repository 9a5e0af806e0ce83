/** Designs to begin with: colours per industry, fields per type of card. They have no pictures. Pure. */
import type { CardField, Design } from '../../../contract/cards/design.ts'
import type { CardType } from '../../../contract/limits.ts'

export const INDUSTRIES = ['coffee', 'salon', 'hotel', 'shop', 'clinic', 'sports'] as const
export type Industry = (typeof INDUSTRIES)[number]

type Look = { colours: Design['colours']; barcode: 'qr' | 'code128' }

const LOOKS: Readonly<Record<Industry | 'blank', Look>> = {
  coffee: { colours: { background: '#3b2318', text: '#fff6ea', title: '#e8be8c' }, barcode: 'qr' },
  salon: { colours: { background: '#f6dfe3', text: '#4a1b2c', title: '#8f3152' }, barcode: 'qr' },
  hotel: { colours: { background: '#13233f', text: '#ffffff', title: '#e3bf7b' }, barcode: 'qr' },
  shop: { colours: { background: '#b72c1b', text: '#ffffff', title: '#ffe2d9' }, barcode: 'code128' },
  clinic: { colours: { background: '#dff1ed', text: '#0c3a37', title: '#14665f' }, barcode: 'code128' },
  sports: { colours: { background: '#14171c', text: '#ffffff', title: '#c8f24a' }, barcode: 'qr' },
  blank: { colours: { background: '#26348c', text: '#ffffff', title: '#c3cffe' }, barcode: 'qr' },
}
/** Industry whose colours each type has on the first step. */
export const INDUSTRY_OF_TYPE: Readonly<Record<CardType, Industry>> = {
  bonus: 'coffee',
  discount: 'shop',
  standard: 'hotel',
}

/** Translates a text of `starters` into the language of the cabinet. */
export type StarterText = (key: string) => string

/**
 * A whole design, ready to save.
 * @param industry null for a blank card: only the fields of the type
 * @param organisation name of the cabinet
 */
export function starterDesign(
  industry: Industry | null,
  type: CardType,
  organisation: string,
  textOf: StarterText,
): Design {
  const look = LOOKS[industry ?? 'blank']
  const names = industry ?? 'blank'
  return {
    organisation: organisation.slice(0, 60),
    cardName: textOf(`${names}.cardName`),
    programName: textOf(`${names}.programName`),
    images: { logo: null, cover: null, icon: null, programLogo: null, hero: null },
    colours: { ...look.colours },
    fields: fieldsOf(industry, type, textOf),
    barcode: { type: look.barcode, message: '{cardnumber}', alt: '{cardnumber}' },
    back: {
      fields: [
        { label: textOf('back.how'), value: textOf(`back.${type}`) },
        { label: textOf('back.holder'), value: '{cardholder}' },
        { label: textOf('back.terms'), value: textOf('back.termsText') },
      ],
      links: [],
    },
    nfc: null,
  }
}

function fieldsOf(industry: Industry | null, type: CardType, textOf: StarterText): Design['fields'] {
  const field = (label: string, value: string, changeMessage = ''): CardField => ({ label, value, changeMessage })
  const perk = (which: 'perk' | 'second') =>
    industry ? field(textOf(`${industry}.${which}`), textOf(`${industry}.${which}Value`)) : null
  const number = field(textOf('number'), '{cardnumber}')
  const name = field(textOf('name'), '{cardholder}')
  switch (type) {
    case 'bonus':
      return {
        top: number,
        center: field(textOf('points'), '{bonus}', textOf('pointsChanged')),
        left: name,
        right: perk('perk'),
      }
    case 'discount':
      return {
        top: number,
        center: field(textOf('discount'), '{discount} %', textOf('discountChanged')),
        left: name,
        right: perk('perk'),
      }
    case 'standard':
      return { top: number, center: field(textOf('member'), '{cardholder}'), left: perk('second'), right: perk('perk') }
  }
}
