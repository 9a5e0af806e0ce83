import type { CodeType } from '../contract/cards/design.ts'

/**
 * `d` draws the dark modules on a grid of `width` × `height` modules, filled even-odd, no quiet zone; a linear code is
 * one unit high.
 */
export type BarcodePath = { d: string; width: number; height: number }

/** Kinds of code whose drawing comes after the page (late-codes.ts). */
export type LateCode = Exclude<CodeType, 'qr' | 'code128'>
