/** Reads the head of a PNG before anything decodes it, so that a decompression bomb is refused unopened. */
import sharp from 'sharp'

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

export type PngFault = 'image_not_png' | 'image_wrong_size' | 'image_broken'

/** Width and height of the first chunk (IHDR), or null when the bytes are no PNG. */
export function pngSize(bytes: Uint8Array): { width: number; height: number } | null {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 33))
  if (head.length < 33 || !head.subarray(0, 8).equals(SIGNATURE) || head.toString('latin1', 12, 16) !== 'IHDR')
    return null
  return { width: head.readUInt32BE(16), height: head.readUInt32BE(20) }
}

/**
 * Decodes the picture and writes it again, without text chunks, profiles, animation and trailing bytes.
 * @returns the clean PNG, or the fault
 */
export async function cleanPng(bytes: Uint8Array, size: { width: number; height: number }): Promise<Buffer | PngFault> {
  const head = pngSize(bytes)
  if (!head) return 'image_not_png'
  if (head.width !== size.width || head.height !== size.height) return 'image_wrong_size'
  try {
    return await sharp(bytes, {
      limitInputPixels: size.width * size.height,
      failOn: 'warning',
      sequentialRead: true,
      pages: 1,
    })
      .timeout({ seconds: 5 })
      .png({ compressionLevel: 9, effort: 7 })
      .toBuffer()
  } catch {
    return 'image_broken'
  }
}
