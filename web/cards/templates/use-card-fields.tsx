import { useTranslation } from 'react-i18next'
import type { CardField, CardPlace, Design } from '../../../contract/cards/design.ts'
import { fileUrl } from '../../base/file-url.ts'
import type { DraftFields } from '../../parts/draft/conflict-dialog.tsx'
import { readableText, type Token } from '../../parts/token-input/tokens.ts'

/** Names of the fields of a card and of their values, for conflicts. @param chips the variables of the business */
export function useCardFields(cabinetId: number, chips: readonly Token[]): DraftFields {
  const { t } = useTranslation()
  const tokens = chips.concat({ raw: '%@', label: t('common.tokens.newValue') })
  const plain: Readonly<Record<string, string>> = {
    name: t('templates.editor.name'),
    birthdayEnabled: t('templates.editor.birthdaySwitch'),
    endsOn: t('templates.editor.endsOn'),
    endsAfterDays: t('templates.editor.endsAfterDays'),
    'design.organisation': t('templates.editor.organisation'),
    'design.cardName': t('templates.editor.cardName'),
    'design.programName': t('templates.editor.programName'),
    'design.barcode.type': t('templates.editor.barcode'),
    'design.barcode.message': t('templates.editor.barcodeMessage'),
    'design.barcode.alt': t('templates.editor.barcodeAlt'),
    'design.back.fields': t('templates.editor.backFields'),
    'design.back.links': t('templates.editor.links'),
    'design.nfc': t('templates.editor.nfc'),
    'design.nfc.message': t('templates.editor.nfcMessage'),
    'design.nfc.publicKey': t('templates.editor.nfcKey'),
  }
  const parts: Readonly<Record<string, string>> = {
    label: t('templates.editor.label'),
    value: t('templates.editor.value'),
    changeMessage: t('templates.editor.changeMessage'),
    text: t('templates.editor.linkText'),
    uri: t('templates.editor.linkUri'),
  }
  const join = (...texts: (string | undefined)[]) => texts.filter((text) => text).join(' · ')
  const nameInDesign = ([, part, item = '', ...rest]: readonly string[]): string => {
    if (part === 'images') return t(`templates.slots.${item as keyof Design['images']}`)
    if (part === 'colours') return join(t('templates.editor.colours'), t(`templates.colours.${item as Colour}`))
    const [first = '', second = ''] = rest
    if (part === 'fields')
      return join(t('templates.editor.fields'), t(`templates.places.${item as CardPlace}`), parts[first])
    return join(plain[`design.${part}.${item}`], first, parts[second])
  }
  return {
    nameOf: (path) =>
      plain[path.join('.')] ??
      (path[0] === 'variables' ? join(t('templates.editor.defaults'), path[1]) : nameInDesign(path)),
    textOf: ([, part, item], value) => {
      if (value === null) return undefined
      if (part === 'images') return <img src={fileUrl(cabinetId, String(value))} alt={String(item)} height={48} />
      if (part === 'barcode' && item === 'type') return t(`templates.barcodes.${value as Design['barcode']['type']}`)
      return readableText(typeof value === 'string' ? value : summaryOf(value as CardField), tokens) || undefined
    },
  }
}

type Colour = keyof Design['colours']

/** Of a field. */
const summaryOf = ({ label, value }: CardField) => [label, value].filter(Boolean).join(': ')
