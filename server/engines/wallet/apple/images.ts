/**
 * The pictures of a card as they are stored in a pass. A template's passes share them, so their sizes, hashes,
 * checksums and zip headers are computed once.
 */
import { hash } from 'node:crypto'
import sharp from 'sharp'
import { initialOf } from '../../../../card/letter.ts'
import { IMAGE_SLOTS } from '../../../../contract/limits.ts'
import { letterTile } from '../letter-tile.ts'
import { centralHeader, localHeader, zipEntry, type ZipEntry } from './stored-zip.ts'

/**
 * Exact @3x PNGs. Without an icon no device opens a pass, so the first letter of `organisation` on `background` is used
 * if it is missing.
 */
export type CardPictures = {
  icon?: Buffer | null
  logo?: Buffer | null
  cover?: Buffer | null
  background: string
  organisation: string
}

export type PreparedImages = {
  files: { name: string; data: Buffer; sha1: string }[]
  /** Local zip headers and data of every picture, one after another. */
  zipped: Buffer
  /** Their central directory records. */
  directory: Buffer
  /** The manifest up to the hash of pass.json, which differs in each pass. */
  manifestStart: string
}

/** A picture that is not a PNG of its slot's exact size. */
export class PictureRefused extends Error {
  readonly slot: string
  constructor(slot: string, reason: string) {
    super(`The picture "${slot}" ${reason}`)
    this.name = 'PictureRefused'
    this.slot = slot
  }
}

const SLOT_FILES = [
  { slot: 'icon', file: 'icon' },
  { slot: 'logo', file: 'logo' },
  { slot: 'cover', file: 'strip' },
] as const

/**
 * @param pictures `background` is `#rrggbb`
 * @throws PictureRefused when a picture is no PNG or not of the exact size
 */
export async function prepareImages(pictures: CardPictures): Promise<PreparedImages> {
  const files: PreparedImages['files'] = []
  for (const { slot, file } of SLOT_FILES) {
    const master = pictures[slot] ?? (slot === 'icon' ? await letterIcon(pictures) : null)
    if (!master) continue
    for (const { scale, data } of await scaleDown(slot, master)) {
      files.push({ name: scale === 1 ? `${file}.png` : `${file}@${scale}x.png`, data, sha1: hash('sha1', data) })
    }
  }
  const entries: ZipEntry[] = []
  let offset = 0
  for (const { name, data } of files) {
    const entry = zipEntry(name, data, offset)
    entries.push(entry)
    offset += localHeader(entry).length + data.length
  }
  return {
    files,
    zipped: Buffer.concat(entries.flatMap((entry) => [localHeader(entry), entry.data])),
    directory: Buffer.concat(entries.map(centralHeader)),
    manifestStart: `{${files.map(({ name, sha1 }) => `"${name}":"${sha1}",`).join('')}"pass.json":"`,
  }
}

/** The picture at @1x, @2x and @3x, re-encoded so that only the pixels of the upload remain. */
async function scaleDown(slot: 'icon' | 'logo' | 'cover', master: Buffer): Promise<{ scale: number; data: Buffer }[]> {
  const { width, height } = IMAGE_SLOTS[slot]
  const open = () => sharp(master, { limitInputPixels: width * height, failOn: 'error' })
  // sharp throws immediately for no bytes at all.
  const found =
    master.length === 0
      ? null
      : await open()
          .metadata()
          .catch(() => null)
  if (found?.format !== 'png') throw new PictureRefused(slot, 'is not a PNG')
  if (found.width !== width || found.height !== height)
    throw new PictureRefused(slot, `is not ${width}×${height} pixels`)
  const sizes = [1, 2, 3].map(async (scale) => {
    const image = open()
    if (scale < 3) image.resize(Math.round((width * scale) / 3), Math.round((height * scale) / 3), { fit: 'fill' })
    return { scale, data: await image.png({ compressionLevel: 9 }).toBuffer() }
  })
  return Promise.all(sizes).catch(() => {
    throw new PictureRefused(slot, 'is damaged')
  })
}

const letterIcon = ({ organisation, background }: CardPictures): Promise<Buffer> =>
  letterTile(initialOf(organisation), background, IMAGE_SLOTS.icon.width)
