/**
 * A design filled with one client's values. Pure: the editor's preview, the public pages and both wallet engines use
 * the same function, so a preview cannot differ from the card, nor one wallet from the other.
 */
import { cardUri, cleanLines, cleanText, isBarcodeText } from '../contract/cards/card-texts.ts'
import { CARD_PLACES, type CardPlace, type CodeType, type Design } from '../contract/cards/design.ts'
import type { ImageSlotName } from '../contract/limits.ts'

export type FilledField = { label: string; value: string; changeMessage: string }

export type FilledCard = {
  organisation: string
  cardName: string
  programName: string
  /** `#rrggbb` each. */
  colours: { background: string; text: string; title: string }
  fields: Partial<Record<CardPlace, FilledField>>
  barcode: { type: CodeType; message: string; alt: string } | null
  back: { label: string; value: string }[]
  links: { uri: string; text: string }[]
  nfc: { message: string; publicKey: string } | null
  /** Address of each picture that is set (in previews an object URL, on the server a public URL). */
  images: Partial<Record<ImageSlotName, string>>
}

/** Matches one variable in braces. */
const VARIABLE = /\{([A-Za-z][A-Za-z0-9_]*)\}/g

/** Names of the variables a text uses, in order, each once. */
export function variablesIn(text: string): string[] {
  return [...new Set([...text.matchAll(VARIABLE)].map((match) => match[1] as string))]
}

/** Replaces variables by their values; a name without a value becomes an empty text. */
export function fillText(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(VARIABLE, (_, name: string) => values[name] ?? '')
}

/**
 * @param values text of each variable, already formatted (see values.ts)
 * @param imageUrl gives the address at which a picture can be fetched
 */
export function fillCard(
  design: Design,
  values: Readonly<Record<string, string>>,
  imageUrl: (fileId: string, slot: ImageSlotName) => string,
): FilledCard {
  const fill = (text: string) => cleanText(fillText(text, values))
  const fields: FilledCard['fields'] = {}
  for (const place of CARD_PLACES) {
    const field = design.fields[place]
    if (field && (field.label !== '' || field.value !== '')) {
      fields[place] = { label: fill(field.label), value: fill(field.value), changeMessage: field.changeMessage }
    }
  }
  const images: FilledCard['images'] = {}
  for (const [slot, fileId] of Object.entries(design.images) as [ImageSlotName, string | null][]) {
    if (fileId) images[slot] = imageUrl(fileId, slot)
  }
  const barcodeMessage = fill(design.barcode.message)
  return {
    organisation: design.organisation,
    cardName: design.cardName,
    programName: design.programName,
    colours: design.colours,
    fields,
    barcode:
      design.barcode.type === 'none' || barcodeMessage === ''
        ? null
        : {
            type: isBarcodeText(barcodeMessage) ? design.barcode.type : 'qr',
            message: barcodeMessage,
            alt: fill(design.barcode.alt),
          },
    back: design.back.fields.map((row) => ({ label: row.label, value: cleanLines(fillText(row.value, values)) })),
    links: design.back.links.map(({ uri, text }) => ({ uri: cardUri(uri) ?? uri, text })),
    nfc: design.nfc && { message: fill(design.nfc.message), publicKey: design.nfc.publicKey },
    images,
  }
}
