/**
 * The design of a card: what the editor saves and the wallet engines draw.
 * Texts can contain variables in braces, `{balance}`, which are filled in for each client.
 */
import { z } from 'zod'
import { BACK_FIELDS_MAX, BACK_LINKS_MAX, IMAGE_SLOT_NAMES } from '../limits.ts'

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

export const BarcodeType = z.enum(['none', 'code128', 'qr'])

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
  /** NFC needs a pass certificate that Apple granted for it; the key is a Base64 X.509 SPKI on P-256. */
  nfc: z.object({ message: VariableText(64), publicKey: z.string().max(400) }).nullable(),
})
export type Design = z.infer<typeof Design>
