/**
 * Names of the editor's controls, as paths into what is saved: `design.fields.top.label`. One name gives the
 * control's tab, the part of the card it draws, and the id of its element, so issues and clicks find their way.
 */
import type { FacePartName } from '../../../card/face-part.tsx'

export type ControlName = string
export const TABS = ['front', 'back', 'extra'] as const
export type Tab = (typeof TABS)[number]

/** Id of the element that gets the focus. */
export function controlId(name: ControlName): string {
  return `card-${name.replaceAll('.', '-')}`
}

export function tabOf(name: ControlName): Tab {
  if (name.startsWith('design.back')) return 'back'
  return /^(design\.nfc|variables|birthdayEnabled|ends)/.test(name) ? 'extra' : 'front'
}

export type Device = 'apple' | 'google'

const PART_OF_START: readonly (readonly [string, FacePartName])[] = [
  ['design.programName', 'programName'],
  ['design.images.logo', 'logo'],
  ['design.images.cover', 'cover'],
  ['design.images.programLogo', 'programLogo'],
  ['design.images.hero', 'hero'],
  ['design.fields.top', 'top'],
  ['design.fields.center', 'center'],
  ['design.fields.left', 'left'],
  ['design.fields.right', 'right'],
  ['design.barcode', 'barcode'],
  ['design.back', 'back'],
]

/** The name in the title line: Apple shows the card's (when there is no logo), Google the organisation's. */
const TITLE_CONTROL: Readonly<Record<Device, ControlName>> = { apple: 'design.cardName', google: 'design.organisation' }

/** The part of a phone's card a control draws, or null when it draws none of its own. */
export function partOf(name: ControlName, device: Device): FacePartName | null {
  if (name === TITLE_CONTROL[device]) return 'organisation'
  return PART_OF_START.find(([start]) => name === start || name.startsWith(`${start}.`))?.[1] ?? null
}

const CONTROL_OF_PART: Record<Exclude<FacePartName, 'organisation'>, ControlName> = {
  logo: 'design.images.logo',
  cover: 'design.images.cover',
  programLogo: 'design.images.programLogo',
  hero: 'design.images.hero',
  programName: 'design.programName',
  top: 'design.fields.top.value',
  center: 'design.fields.center.value',
  left: 'design.fields.left.value',
  right: 'design.fields.right.value',
  barcode: 'design.barcode.type',
  back: 'design.back.fields',
}

/** The control that gets the focus when its part of the card is clicked. */
export function controlOf(part: FacePartName, device: Device): ControlName {
  return part === 'organisation' ? TITLE_CONTROL[device] : CONTROL_OF_PART[part]
}
