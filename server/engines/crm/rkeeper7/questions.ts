/**
 * What the cash server sends, in FarCards over HTTP. Names are read in any case: the vendor's examples do not agree
 * with each other.
 */
import { readXml, type XmlElement } from '../../../base/xml.ts'

/** Kinds of the protocol; amounts in hundredths, with a sign. */
export type Kind = 'payment' | 'discount' | 'bonus' | 'spent'
export type Line = { card: string; kind: Kind; minor: number }
export type Packet = {
  /** The receipt, the same when it is sent again. */
  receipt: string
  /** As people call it. */
  number: string
  place: string
  lines: Line[]
}

/** More are no receipt of a restaurant. */
const LINES_MAX = 200
/** Within 64 bits there, and exact here. */
const MINOR_MAX = 1_000_000_000_00

const KINDS: Readonly<Record<string, Kind>> = { 0: 'payment', 1: 'discount', 2: 'bonus', 3: 'spent' }

function valueOf(element: XmlElement, name: string): string {
  const found = Object.entries(element.attributes).find(([key]) => key.toLowerCase() === name)
  return found?.[1].trim() ?? ''
}

function* everyElement(element: XmlElement): Generator<XmlElement> {
  yield element
  for (const child of element.children) yield* everyElement(child)
}

function elementsNamed(root: XmlElement, name: string): XmlElement[] {
  return [...everyElement(root)].filter((one) => one.name.toLowerCase() === name)
}

/** @returns undefined when it is no question about a card */
export function cardAskedFor(body: string): string | undefined {
  const root = readXml(body)
  const query = root && elementsNamed(root, 'qry')[0]
  return (query && valueOf(query, 'card')) || undefined
}

/** @returns undefined when one of the lines is unclear: a packet is taken as a whole */
function linesOf(root: XmlElement): Line[] | undefined {
  const found = elementsNamed(root, 'transactionsex').filter((one) => valueOf(one, 'kind') !== '')
  if (found.length === 0 || found.length > LINES_MAX) return undefined
  const lines = found.map((one) => {
    const [card, kind, sum] = [valueOf(one, 'card'), KINDS[valueOf(one, 'kind')], valueOf(one, 'summa')]
    if (!/^\d+$/.test(card) || kind === undefined || !/^-?\d{1,15}$/.test(sum)) return undefined
    return Math.abs(Number(sum)) > MINOR_MAX ? undefined : { card, kind, minor: Number(sum) }
  })
  return lines.every((line) => line !== undefined) ? lines : undefined
}

export function readPacket(body: string): Packet | undefined {
  const root = readXml(body)
  const lines = root && linesOf(root)
  if (!root || !lines) return undefined
  const first = elementsNamed(root, 'transactionsex').find((one) => valueOf(one, 'kind') !== '')
  const [check, data] = [elementsNamed(root, 'check')[0], elementsNamed(root, 'checkdata')[0]]
  const ofLine = (name: string) => (first ? valueOf(first, name) : '')
  const ofData = (name: string) => (data ? valueOf(data, name) : '')
  const guid = ofData('checkguid').replace(/[{}]/g, '').toLowerCase()
  const restaurant = ofLine('restaurant') || (check ? valueOf(check, 'restaurantcode') : '')
  const counted = [restaurant, ofLine('rkdate'), ofLine('rkuni'), ofLine('rkcheck')]
  // Without any of them two receipts would look like one that is sent again.
  if (guid === '' && counted.some((part) => part === '')) return undefined
  return {
    receipt: (guid || counted.join('/')).slice(0, 60),
    number: ofData('checknum') || ofLine('rkcheck'),
    place: [restaurant, check ? valueOf(check, 'stationcode') : ofLine('rkuni')].filter(Boolean).join(' / '),
    lines,
  }
}
