/**
 * A screenshot that somebody pasted: checked by its head, decoded within limits, written again with nothing but
 * pixels.
 */
import sharp from 'sharp'

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const JPEG = Buffer.from([0xff, 0xd8, 0xff])
/** The screen of a large monitor, twice. */
const PIXELS_MAX = 32_000_000
const SIDE_MAX = 2400

/**
 * @returns a JPEG no larger than a large screen, turned the right way up; undefined when the bytes are neither PNG nor
 * JPEG
 */
export async function cleanScreenshot(bytes: Uint8Array): Promise<Buffer | undefined> {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, PNG.length))
  if (!head.equals(PNG) && !head.subarray(0, JPEG.length).equals(JPEG)) return undefined
  try {
    return await sharp(bytes, { limitInputPixels: PIXELS_MAX, failOn: 'error', sequentialRead: true, pages: 1 })
      .timeout({ seconds: 5 })
      .autoOrient()
      .resize({ width: SIDE_MAX, height: SIDE_MAX, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: 88, chromaSubsampling: '4:4:4' })
      .toBuffer()
  } catch {
    return undefined
  }
}
