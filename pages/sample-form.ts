/** A form with a field of every type and a card for it: rendered by the tests of this folder. */
import type { FilledCard } from '../card/fill.ts'
import type { FormField } from '../contract/people/forms.ts'
import { LANGUAGES } from '../contract/limits.ts'
import { LANGUAGE_NAMES } from '../words/words.ts'
import type { Assets, FormPageProps, InstallPageProps } from './props.ts'

export const sampleCard: FilledCard = {
  organisation: 'Kavárna 21',
  cardName: 'Kavárna 21 Club',
  programName: 'Kavárna 21 Club',
  colours: { background: '#4a2c17', text: '#ffffff', title: '#f0c9a0' },
  fields: {
    top: { label: 'Card', value: '000412', changeMessage: '' },
    center: { label: 'Bonus', value: '1 250.00', changeMessage: '' },
    left: { label: 'Name', value: 'Anna <b>', changeMessage: '' },
  },
  barcode: { type: 'qr', message: '000412', alt: '000412' },
  back: [],
  links: [],
  nfc: null,
  images: {},
}

export function sampleField(field: Partial<FormField> & Pick<FormField, 'key' | 'type'>): FormField {
  return {
    label: `Label of ${field.key}`,
    variableName: field.key,
    required: false,
    active: true,
    errorMessage: '',
    regularExpression: '',
    values: [],
    checked: false,
    mask: 'cz',
    ...field,
  }
}

export const sampleFields: FormField[] = [
  sampleField({ key: 'name', type: 'string', required: true }),
  sampleField({ key: 'surname', type: 'string' }),
  sampleField({ key: 'tel', type: 'tel', required: true }),
  sampleField({ key: 'email', type: 'email', errorMessage: 'We need your real mail.' }),
  sampleField({ key: 'birth', type: 'date', variableName: 'birthday' }),
  sampleField({ key: 'drink', type: 'list', values: ['Espresso', 'Filter'] }),
  sampleField({
    key: 'branch',
    type: 'list',
    values: ['Vinohrady', 'Karlín', 'Žižkov', 'Dejvice', 'Smíchov', 'Holešovice'],
  }),
  sampleField({ key: 'code', type: 'regex', regularExpression: '[A-Z]{2}\\d{4}' }),
  sampleField({ key: 'news', type: 'checkbox', checked: true }),
]

export function sampleFormPage(assets: Assets, changes: Partial<FormPageProps> = {}): FormPageProps {
  const lang = changes.lang ?? 'en'
  return {
    lang,
    theme: 'day',
    brand: 'Kartoteka',
    assets,
    step: 'form',
    organisation: 'Kavárna 21',
    device: 'iphone',
    card: sampleCard,
    languages: LANGUAGES.map((code) => ({ code, name: LANGUAGE_NAMES[code], href: `?lang=${code}` })),
    form: {
      title: 'Kavárna 21 Club',
      description: 'Five percent of every coffee comes back.',
      showDescriptionPage: false,
      fields: sampleFields,
      agreement: { enabled: true, text: 'First paragraph.\n\nSecond paragraph.' },
      theme: 'day',
      lang,
      installText: '',
      isOpen: true,
      smsCheck: false,
    },
    action: `?lang=${lang}`,
    formHref: `?lang=${lang}&step=form`,
    token: '5f0b7a52-6c51-4b47-9a53-6d0f63f0c001',
    values: {},
    errors: {},
    images: {},
    agreementHref: `/agreement?lang=${lang}`,
    canonicalUrl: 'https://cards.example.com/f/kava',
    botCheck: { honeypot: 'website', startedAt: '1763700000.a1b2c3' },
    thisYear: 2026,
    ...changes,
  }
}

export function sampleInstallPage(assets: Assets, changes: Partial<InstallPageProps> = {}): InstallPageProps {
  return {
    lang: 'en',
    theme: 'day',
    brand: 'Kartoteka',
    assets,
    device: 'iphone',
    card: sampleCard,
    appleHref: '/i/3fJ2kd93/card.pkpass',
    googleHref: 'https://pay.google.com/gp/v/save/x',
    qrText: 'https://cards.example.com/i/3fJ2kd93',
    otherDeviceHref: '?device=android',
    testPhonesHref: null,
    isKnown: false,
    isFresh: false,
    installText: '',
    smsLink: null,
    state: 'ready',
    ...changes,
  }
}
