import type { CodeType } from '../contract/cards/design.ts'
import { barcodePath } from './barcode-path.ts'

type Size = { width: number; height: number }

const MODULES_UNTIL_DRAWN = { qr: { width: 21, height: 21 }, aztec: { width: 15, height: 15 } }
const PDF417_UNTIL_DRAWN = { width: 103, height: 21 }

/** A low, wide code, as the wallets give it a wide box. */
export const isWideCode = (type: CodeType): type is 'code128' | 'pdf417' => type === 'code128' || type === 'pdf417'

/** The largest size within a box at which a module is a whole number of device pixels at three per CSS px. */
export function codeSize(type: Exclude<CodeType, 'code128'>, message: string, max: Size): Size {
  const path = barcodePath(type, message) ?? (type === 'pdf417' ? PDF417_UNTIL_DRAWN : MODULES_UNTIL_DRAWN[type])
  const pixels = Math.floor(Math.min((max.width * 3) / path.width, (max.height * 3) / path.height))
  const per = Math.max(1, pixels) / 3
  return { width: path.width * per, height: path.height * per }
}
