/** Pictures of cards: checked, cleaned, stored by content, served under an address that never changes its picture. */
import type { FastifyInstance } from 'fastify'
import {
  IMAGE_SLOTS,
  IMAGES_MAX,
  IMAGES_MAX_BYTES,
  type ImageSlotName,
  UNUSED_IMAGE_DAYS,
} from '../../../contract/limits.ts'
import { templates as contract } from '../../../contract/cards/templates.ts'
import { DAY_MS } from '../../../contract/time.ts'
import { Busy, sha256 } from '../../base/crypto.ts'
import type { CabinetDb, Tx } from '../../base/db.ts'
import type { App } from '../../base/app.ts'
import { LRU } from '../../base/lru.ts'
import { refusals } from '../../base/refusal.ts'
import { openTurns } from '../../base/turns.ts'
import { letterTile } from '../../engines/wallet/letter-tile.ts'
import * as cabinets from '../cabinets/cabinets.ts'
import { cleanPng } from './png.ts'
import * as sql from './sql.ts'

const refuse = refusals(contract)

/** Path of a picture; public, because wallets and customers' phones fetch it without a login. */
export function filePath(cabinetId: number, id: string): string {
  return `/files/${cabinetId}/${id}.png`
}

export type CleanImage = { bytes: Buffer; width: number; height: number }

/** Pictures are decoded on the threads that check passwords too, so only two at a time. */
const inTurn = openTurns(2, 10_000, () => new Busy())

/**
 * Takes up to seconds, so it is done beside any transaction.
 * @throws Refusal image_not_png, image_wrong_size, image_broken; Busy
 */
export async function cleanImage(slot: ImageSlotName, bytes: Uint8Array): Promise<CleanImage> {
  const { width, height } = IMAGE_SLOTS[slot]
  return { bytes: await cleanPicture({ width, height }, bytes), width, height }
}

/** The same for a picture of any size. */
export async function cleanPicture(size: { width: number; height: number }, bytes: Uint8Array): Promise<Buffer> {
  const clean = await inTurn(0, () => cleanPng(bytes, size))
  if (clean === 'image_wrong_size') throw refuse(clean, size)
  if (typeof clean === 'string') throw refuse(clean)
  return clean
}

/** @throws Refusal no_room_for_images */
export async function storeImage(db: CabinetDb, image: CleanImage, now: Date): Promise<string> {
  const hash = sha256(image.bytes)
  // Two uploads at the same time are counted one after the other.
  await cabinets.lockCabinet(db)
  if (!(await sql.isStored(db, hash))) {
    const { count, bytes } = await sql.roomTaken(db)
    if (count >= IMAGES_MAX || bytes + image.bytes.length > IMAGES_MAX_BYTES)
      throw refuse('no_room_for_images', { days: UNUSED_IMAGE_DAYS })
  }
  return sql.insertFile(db, { id: crypto.randomUUID(), sha256: hash, ...image, created_at: now })
}

/** Deletes what has not been used for a while. @param used by anything, now */
export async function sweepImages(db: CabinetDb, used: readonly string[], now: Date): Promise<void> {
  await sql.markUnused(db, used, now)
  await sql.deleteUnused(db, new Date(now.getTime() - UNUSED_IMAGE_DAYS * DAY_MS))
}

/** Cabinets with pictures, upwards from `after`; for the scheduler's role. */
export function cabinetsWithImages(tx: Tx, after: number, limit: number): Promise<number[]> {
  return sql.cabinetsWithFiles(tx, after, limit)
}

/** Bytes of a picture, or undefined. */
export async function readImage(db: CabinetDb, id: string): Promise<Buffer | undefined> {
  return (await sql.fileBytes(db, id))?.bytes
}

/** Does each picture exist, in the size of its slot? Asked before they are used: from now on they are. */
export async function areImagesKnown(
  db: CabinetDb,
  images: Partial<Record<ImageSlotName, string | null>>,
): Promise<boolean> {
  const wanted = Object.entries(images).filter((entry): entry is [ImageSlotName, string] => entry[1] !== null)
  const ids = wanted.map(([, id]) => id)
  if (ids.length > 0) await sql.keepFiles(db, ids)
  const sizes = new Map((await sql.fileSizes(db, ids)).map((row) => [row.id, row]))
  return wanted.every(
    ([slot, id]) =>
      sizes.get(id)?.width === IMAGE_SLOTS[slot].width && sizes.get(id)?.height === IMAGE_SLOTS[slot].height,
  )
}

/** Google wants a program logo; a design without one gets the first letter of the business in the card's colour. */
async function plainLogo(hex: string, letter: string): Promise<Buffer> {
  const key = hex + letter
  const known = plainLogos.get(key)
  if (known) return known
  const drawn = await letterTile(letter, `#${hex}`, 660)
  plainLogos.set(key, drawn)
  return drawn
}
const plainLogos = new LRU<Buffer>(200)

/** GET /files/{cabinet}/{id}.png and what `letterPath` names; cards that were made before ask without a letter. */
export function serveFiles(http: FastifyInstance, app: App): void {
  http.get<{ Params: { name: string } }>('/files/plain/:name', async (request, reply) => {
    const [, hex, code] = /^([0-9a-f]{6})(?:-([0-9a-f]{1,5}))?\.png$/i.exec(request.params.name) ?? []
    if (!hex) throw refuse('not_found')
    return reply
      .type('image/png')
      .header('cache-control', 'public, max-age=31536000, immutable')
      .send(await plainLogo(hex.toLowerCase(), code ? String.fromCodePoint(Number.parseInt(code, 16)) : ''))
  })
  http.get<{ Params: { c: string; name: string } }>('/files/:c/:name', async (request, reply) => {
    const id = /^([0-9a-f-]{36})\.png$/.exec(request.params.name)?.[1]
    if (!id || !/^\d{1,16}$/.test(request.params.c)) throw refuse('not_found')
    const bytes = await cabinets.openForPublic(app, { id: Number(request.params.c) }, (_, db) => readImage(db, id))
    if (!bytes) throw refuse('not_found')
    return reply
      .type('image/png')
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('x-content-type-options', 'nosniff')
      .send(bytes)
  })
}
