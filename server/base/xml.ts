/** XML of others as a tree: bounded, and without a document type, so that no entity can grow or read a file. */
import { SaxesParser } from 'saxes'

export type XmlElement = {
  name: string
  attributes: Readonly<Record<string, string>>
  children: readonly XmlElement[]
  /** Text of this element alone, trimmed. */
  text: string
}

const DEPTH_MAX = 100

/** @returns null when it is no XML, or has a document type */
export function readXml(text: string): XmlElement | null {
  type Open = { name: string; attributes: Record<string, string>; children: Open[]; text: string }
  const root: Open = { name: '', attributes: {}, children: [], text: '' }
  const open: Open[] = [root]
  const parser = new SaxesParser()
  let isBad = false
  const top = () => open.at(-1) ?? root
  parser.on('error', () => (isBad = true))
  parser.on('doctype', () => (isBad = true))
  parser.on('opentag', ({ name, attributes }) => {
    if (open.length > DEPTH_MAX) isBad = true
    const element: Open = { name, attributes: { ...attributes }, children: [], text: '' }
    top().children.push(element)
    open.push(element)
  })
  const add = (part: string) => void (top().text += part)
  parser.on('text', add)
  parser.on('cdata', add)
  parser.on('closetag', () => {
    const closed = open.pop()
    if (closed) closed.text = closed.text.trim()
  })
  // In pieces, so that a bad document is left at once.
  for (let at = 0; at < text.length && !isBad; at += 64 * 1024) parser.write(text.slice(at, at + 64 * 1024))
  if (!isBad) parser.close()
  return isBad ? null : (root.children[0] ?? null)
}
