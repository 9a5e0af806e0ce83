/**
 * The design of a card: what the editor saves and the wallet engines draw.
 * Texts can contain variables in braces, `{balance}`, which are filled in for each client.
 */
import { z } from 'zod'
import { BACK_FIELDS_MAX, BACK_LINKS_MAX, IMAGE_SLOT_NAMES } from '../limits.ts'
import { cardUri, hasInvisible, isBarcodeText } from './card-texts.ts'
import { isNfcKey } from './nfc-key.ts'

/** A variable in a text. */
const VARIABLE = /\{[A-Za-z][A-Za-z0-9_]*\}/

export const Colour = z.string().regex(/^#[0-9a-fA-F]{6}$/)

/**
 * A text with variables such as `{name}`. The server refuses unknown names, as it knows the cabinet's variables.
 */
const VariableText = (max: number) => z.string().max(max)

export const CardField = z.object({
  label: VariableText(60),
  value: VariableText(200),
  /** Shown on the lock screen when the value changes; `%@` is the new value. Empty: nothing is shown. */
  changeMessage: z
    .string()
    .max(200)
    .refine((text) => text === '' || text.includes('%@'), { error: 'needs_value_mark' }),
})
export type CardField = z.infer<typeof CardField>

export const CARD_PLACES = ['top', 'center', 'left', 'right'] as const
export type CardPlace = (typeof CARD_PLACES)[number]

/** http(s), tel and mailto are the only schemes allowed in a link on a card. */
export const CardLink = z.object({
  uri: z
    .string()
    .max(500)
    .regex(/^(https?:\/\/[^\s]+|tel:[+0-9().\s-]+|mailto:[^\s@]+@[^\s@]+)$/i, { error: 'link_scheme' }),
  text: z.string().min(1).max(60),
})

export const BarcodeType = z.enum(['none', 'code128', 'qr', 'aztec', 'pdf417'])
export type CodeType = Exclude<z.infer<typeof BarcodeType>, 'none'>
/** Kinds that hold only what `isBarcodeText` allows. */
export const LATIN_CODES: readonly string[] = ['code128', 'aztec', 'pdf417']

export const Design = z.object({
  organisation: z.string().min(1).max(60),
  cardName: z.string().min(1).max(60),
  programName: z.string().min(1).max(60),
  /** Image of each slot: id of an uploaded file, or null for none. */
  images: z.record(z.enum(IMAGE_SLOT_NAMES), z.uuid().nullable()),
  colours: z.object({ background: Colour, text: Colour, title: Colour }),
  fields: z.record(z.enum(CARD_PLACES), CardField.nullable()),
  barcode: z.object({ type: BarcodeType, message: VariableText(200), alt: VariableText(60) }),
  back: z.object({
    fields: z.array(z.object({ label: z.string().min(1).max(60), value: VariableText(2000) })).max(BACK_FIELDS_MAX),
    links: z.array(CardLink).max(BACK_LINKS_MAX),
  }),
  /** NFC needs a pass certificate that Apple granted for it; the key is a Base64 X.509 SPKI on P-256, compressed. */
  nfc: z.object({ message: VariableText(64), publicKey: z.string().max(400) }).nullable(),
})
export type Design = z.infer<typeof Design>

/** Texts of one line, by their path. */
function* lineTexts(design: Design): Generator<[(string | number)[], string]> {
  yield* fixedTexts(design)
  for (const place of CARD_PLACES)
    for (const part of ['label', 'value', 'changeMessage'] as const)
      yield [['fields', place, part], design.fields[place]?.[part] ?? '']
  for (const part of ['message', 'alt'] as const) yield [['barcode', part], design.barcode[part]]
  if (design.nfc) yield [['nfc', 'message'], design.nfc.message]
}

/** Texts that the wallets show alike to every holder, by their path. */
function* fixedTexts(design: Design): Generator<[(string | number)[], string]> {
  for (const name of ['organisation', 'cardName', 'programName'] as const) yield [[name], design[name]]
  for (const [i, { label }] of design.back.fields.entries()) yield [['back', 'fields', i, 'label'], label]
  for (const [i, { text }] of design.back.links.entries()) yield [['back', 'links', i, 'text'], text]
}

/** A design that both wallets take: what is saved has to pass, what was saved earlier can still be read. */
export const DesignInput = Design.superRefine((design, context) => {
  const refuse = (path: (string | number)[], message: string) => context.addIssue({ code: 'custom', path, message })
  for (const [path, text] of lineTexts(design)) if (hasInvisible(text, false)) refuse(path, 'control_characters')
  for (const [path, text] of fixedTexts(design)) if (VARIABLE.test(text)) refuse(path, 'variable_not_here')
  for (const [i, { value }] of design.back.fields.entries())
    if (hasInvisible(value, true)) refuse(['back', 'fields', i, 'value'], 'control_characters')
  for (const [i, { uri }] of design.back.links.entries())
    if (cardUri(uri) === null) refuse(['back', 'links', i, 'uri'], 'link_address')
  if (LATIN_CODES.includes(design.barcode.type) && !isBarcodeText(design.barcode.message))
    refuse(['barcode', 'message'], 'code_letters')
  if (design.nfc && !isNfcKey(design.nfc.publicKey)) refuse(['nfc', 'publicKey'], 'nfc_key')
})
