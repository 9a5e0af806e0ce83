/** Barcodes as geometry: modules on a grid of whole units, without any picture library. */
import type { CodeType } from '../contract/cards/design.ts'
import type { BarcodePath } from './code-path.ts'
import { encodeCode128 } from './code128.ts'
import { encodeLate } from './late-codes.ts'
import { encodeQr } from './qr.ts'

const REMEMBERED_MAX = 200
const remembered = new Map<string, BarcodePath>()

/**
 * The path, or null when the text cannot be drawn as this kind of code: too long, or with letters that it lacks; Aztec
 * and PDF417 also before their library is here.
 */
export function barcodePath(type: CodeType, message: string): BarcodePath | null {
  if (message === '') return null
  const key = `${type} ${message}`
  const known = remembered.get(key)
  if (known) return known
  try {
    const path = type === 'qr' ? qrPath(message) : type === 'code128' ? code128Path(message) : encodeLate(type, message)
    if (!path) return null
    if (remembered.size >= REMEMBERED_MAX) remembered.delete(remembered.keys().next().value as string)
    remembered.set(key, path)
    return path
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

function qrPath(message: string): BarcodePath {
  const { size, modules } = encodeQr(message)
  let d = ''
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      if (modules[y * size + x] === 0) continue
      const start = x
      while (x + 1 < size && modules[y * size + x + 1] === 1) x++
      d += `M${start} ${y}h${x - start + 1}v1H${start}z`
    }
  }
  return { d, width: size, height: size }
}

function code128Path(message: string): BarcodePath {
  let d = ''
  let x = 0
  encodeCode128(message).forEach((width, i) => {
    if (i % 2 === 0) d += `M${x} 0h${width}v1H${x}z`
    x += width
  })
  return { d, width: x, height: 1 }
}
