/** Pictures of cards: checked, cleaned, stored by content, served under an address that never changes its picture. */
import type { FastifyInstance } from 'fastify'
import sharp from 'sharp'
import { IMAGE_SLOTS, type ImageSlotName } from '../../../contract/limits.ts'
import { templates as contract } from '../../../contract/cards/templates.ts'
import { sha256 } from '../../base/crypto.ts'
import type { CabinetDb } from '../../base/db.ts'
import type { App } from '../../base/app.ts'
import { LRU } from '../../base/lru.ts'
import { refusals } from '../../base/refusal.ts'
import * as cabinets from '../cabinets/cabinets.ts'
import { cleanPng } from './png.ts'
import * as sql from './sql.ts'

const refuse = refusals(contract)

/** Path of a picture; public, because wallets and customers' phones fetch it without a login. */
export function filePath(cabinetId: number, id: string): string {
  return `/files/${cabinetId}/${id}.png`
}

/** @throws Refusal image_not_png, image_wrong_size, image_broken */
export async function storeImage(db: CabinetDb, slot: ImageSlotName, bytes: Uint8Array, now: Date): Promise<string> {
  const { width, height } = IMAGE_SLOTS[slot]
  const clean = await cleanPng(bytes, { width, height })
  if (clean === 'image_wrong_size') throw refuse(clean, { width, height })
  if (typeof clean === 'string') throw refuse(clean)
  return sql.insertFile(db, {
    id: crypto.randomUUID(),
    sha256: sha256(clean),
    width,
    height,
    bytes: clean,
    created_at: now,
  })
}

/** Bytes of a picture, or undefined. */
export async function readImage(db: CabinetDb, id: string): Promise<Buffer | undefined> {
  return (await sql.fileBytes(db, id))?.bytes
}

/** Does each picture exist, in the size of its slot? */
export async function areImagesKnown(
  db: CabinetDb,
  images: Partial<Record<ImageSlotName, string | null>>,
): Promise<boolean> {
  const wanted = Object.entries(images).filter((entry): entry is [ImageSlotName, string] => entry[1] !== null)
  const sizes = new Map(
    (
      await sql.fileSizes(
        db,
        wanted.map(([, id]) => id),
      )
    ).map((row) => [row.id, row]),
  )
  return wanted.every(
    ([slot, id]) =>
      sizes.get(id)?.width === IMAGE_SLOTS[slot].width && sizes.get(id)?.height === IMAGE_SLOTS[slot].height,
  )
}

/** Google wants a program logo; a design without one gets a plain picture of the card's colour. */
async function plainLogo(hex: string): Promise<Buffer> {
  const known = plainLogos.get(hex)
  if (known) return known
  const drawn = await sharp({ create: { width: 660, height: 660, channels: 3, background: `#${hex}` } })
    .png()
    .toBuffer()
  plainLogos.set(hex, drawn)
  return drawn
}
const plainLogos = new LRU<Buffer>(200)

/** GET /files/{cabinet}/{id}.png and /files/plain/{colour}.png */
export function serveFiles(http: FastifyInstance, app: App): void {
  http.get<{ Params: { name: string } }>('/files/plain/:name', async (request, reply) => {
    const hex = /^([0-9a-f]{6})\.png$/i.exec(request.params.name)?.[1]?.toLowerCase()
    if (!hex) throw refuse('not_found')
    return reply
      .type('image/png')
      .header('cache-control', 'public, max-age=31536000, immutable')
      .send(await plainLogo(hex))
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
