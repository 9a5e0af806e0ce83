/** Whether the logo of a card can be seen on a page as it is, and how wide it is. */
import sharp from 'sharp'
import { contrastRatio } from '../../../card/contrast.ts'
import { THEME_TOKENS } from '../../../card/themes.ts'
import { IMAGE_SLOTS, type Theme } from '../../../contract/limits.ts'
import type { CabinetDb } from '../../base/db.ts'
import { LRU } from '../../base/lru.ts'
import { readImage } from '../../platform/files/files.ts'

/** Small, because every form that is opened looks at it. */
const WIDTH = 80
const HEIGHT = Math.round((WIDTH * IMAGE_SLOTS.logo.height) / IMAGE_SLOTS.logo.width)
const VISIBLE_FROM = 64
/** Below it a colour vanishes into the page. */
const SEEN_FROM = 1.6
const LOST_SHARE = 0.08

export type LogoGround = {
  /** A part of it would vanish: the card's colour goes behind it. */
  isNeeded: boolean
  /** How much of the picture's width is in use, from the left. */
  share: number
}

const known = new LRU<LogoGround>(500)

/** @returns null when there is no such picture, or nothing to be seen in it */
export async function logoGround(db: CabinetDb, id: string, theme: Theme): Promise<LogoGround | null> {
  const key = `${db.cabinetId}|${id}|${theme}`
  const found = known.get(key)
  if (found) return found
  const bytes = await readImage(db, id)
  const ground = bytes ? await groundOf(bytes, theme) : null
  if (ground) known.set(key, ground)
  return ground
}

export async function groundOf(png: Buffer, theme: Theme): Promise<LogoGround | null> {
  const rgba = await sharp(png).resize(WIDTH, HEIGHT, { fit: 'fill' }).ensureAlpha().raw().toBuffer()
  const { page } = THEME_TOKENS[theme]
  let [seen, lost, right] = [0, 0, 0]
  for (let at = 0; at < rgba.length; at += 4) {
    if ((rgba[at + 3] as number) < VISIBLE_FROM) continue
    seen += 1
    right = Math.max(right, ((at / 4) % WIDTH) + 1)
    if (contrastRatio(`#${rgba.toString('hex', at, at + 3)}`, page) < SEEN_FROM) lost += 1
  }
  return seen === 0 ? null : { isNeeded: lost / seen > LOST_SHARE, share: right / WIDTH }
}
