/** A class and an object combined the way Google lays out a loyalty card. Pure. */
import type { Resource, StoredMessage } from './state.ts'

export type ShownField = { label: string; value: string }
export type CardView = {
  issuerName: string
  programName: string
  logoUrl: string | null
  heroUrl: string | null
  background: string
  /** Google picks black or white by the background. */
  ink: '#1f1f1f' | '#ffffff'
  rows: ShownField[][]
  barcode: { type: string; value: string; alt: string } | null
  details: ShownField[]
  links: { uri: string; text: string }[]
  messages: StoredMessage[]
}

type TextModule = { id?: string; header?: string; body?: string }
type Item = { firstValue?: { fields?: { fieldPath?: string }[] } }

export function cardView(owner: Resource, object: Resource): CardView {
  const background = typeof owner['hexBackgroundColor'] === 'string' ? owner['hexBackgroundColor'] : '#1f4e5f'
  const rows = templateRows(owner, object)
  const shown = new Set(rows.flat().map((field) => field.id))
  const barcode = object['barcode'] as { type?: string; value?: string; alternateText?: string } | undefined
  const uris = [owner, object].flatMap(
    (one) => (one['linksModuleData'] as { uris?: { uri: string; description?: string }[] } | undefined)?.uris ?? [],
  )
  return {
    issuerName: textOf(owner['issuerName']),
    programName: textOf(owner['programName']),
    logoUrl: imageUrl(owner['programLogo']),
    heroUrl: imageUrl(object['heroImage']) ?? imageUrl(owner['heroImage']),
    background,
    ink: isLight(background) ? '#1f1f1f' : '#ffffff',
    rows: rows.map((row) => row.map(({ label, value }) => ({ label, value }))),
    barcode: barcode?.value
      ? { type: barcode.type ?? 'QR_CODE', value: barcode.value, alt: barcode.alternateText ?? '' }
      : null,
    details: textModules(owner, object)
      .filter(({ id }) => !shown.has(id ?? ''))
      .map((module) => ({ label: module.header ?? '', value: module.body ?? '' })),
    links: uris.map(({ uri, description }) => ({ uri, text: description ?? uri })),
    messages: [owner, object].flatMap((one) => (one['messages'] as StoredMessage[] | undefined) ?? []),
  }
}

function templateRows(owner: Resource, object: Resource): (ShownField & { id: string })[][] {
  const template = owner['classTemplateInfo'] as
    | { cardTemplateOverride?: { cardRowTemplateInfos?: Record<string, Record<string, Item>>[] } }
    | undefined
  const rows = template?.cardTemplateOverride?.cardRowTemplateInfos ?? []
  return rows
    .map((row) =>
      Object.values(row)
        .flatMap((items) => Object.values(items))
        .flatMap((item) => fieldOf(item, owner, object) ?? []),
    )
    .filter((row) => row.length > 0)
}

/** The first named field that is not empty. */
function fieldOf(item: Item, owner: Resource, object: Resource): (ShownField & { id: string }) | null {
  for (const { fieldPath = '' } of item.firstValue?.fields ?? []) {
    const [, points] = /^object\.(loyaltyPoints|secondaryLoyaltyPoints)\.balance$/.exec(fieldPath) ?? []
    if (points) {
      const held = object[points] as { label?: string; balance?: Record<string, unknown> } | undefined
      const value = Object.values(held?.balance ?? {})[0]
      if (value !== undefined)
        return {
          id: points,
          label: held?.label ?? '',
          value: typeof value === 'object' ? JSON.stringify(value) : textOf(value),
        }
    }
    const [, id] = /^(?:object|class)\.textModulesData\['([^']+)'\]$/.exec(fieldPath) ?? []
    const module = id === undefined ? undefined : textModules(owner, object).find((one) => one.id === id)
    if (module) return { id: id as string, label: module.header ?? '', value: module.body ?? '' }
  }
  return null
}

function textModules(owner: Resource, object: Resource): TextModule[] {
  return [object, owner].flatMap((one) => (one['textModulesData'] as TextModule[] | undefined) ?? [])
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? value.toString() : ''
}

function imageUrl(image: unknown): string | null {
  return (image as { sourceUri?: { uri?: string } } | undefined)?.sourceUri?.uri ?? null
}

function isLight(hex: string): boolean {
  const full = hex.length === 4 ? hex.slice(1).replace(/./g, '$&$&') : hex.slice(1)
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => parseInt(full.slice(at, at + 2), 16))
  return 0.299 * red + 0.587 * green + 0.114 * blue > 150
}
