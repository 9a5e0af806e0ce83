/**
 * The design of a card: what the editor saves, what the wallet engines draw.
 * Texts may hold variables in braces, `{balance}`; they are filled per client.
 */
import { z } from 'zod'
import { BACK_FIELDS_MAX, BACK_LINKS_MAX, IMAGE_SLOT_NAMES } from '../limits.ts'

export const Colour = z.string().regex(/^#[0-9a-fA-F]{6}$/)

/**
 * A text in which `{name}` stands for a variable. Unknown names are refused where the cabinet's variables are known.
 */
const VariableText = (max: number) => z.string().max(max)

export const CardField = z.object({
  label: VariableText(60),
  value: VariableText(200),
  /** Lock-screen sentence shown when the value changes; `%@` stands for the new value. Empty: no notice. */
  changeMessage: z
    .string()
    .max(200)
    .refine((text) => text === '' || text.includes('%@'), { error: 'needs_value_mark' }),
})
export type CardField = z.infer<typeof CardField>

export const CARD_PLACES = ['top', 'center', 'left', 'right'] as const
export type CardPlace = (typeof CARD_PLACES)[number]

/** http(s), tel or mailto: the only schemes a link on a card may have. */
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
  /** Picture of each slot: id of an uploaded file, or null for none. */
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
