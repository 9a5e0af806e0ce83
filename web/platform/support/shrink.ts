/** Screenshots of large monitors are over the size limit, so they are scaled down before the upload. Browser only. */
import { SUPPORT_SHOT_MAX_BYTES } from '../../../contract/limits.ts'

const SIDE_MAX = 2400
const QUALITY = 0.85

export const SHOT_TYPES: readonly string[] = ['image/png', 'image/jpeg']

/** @returns the file itself when it is small enough, else a smaller JPEG; undefined when it is no picture */
export async function shrink(file: File): Promise<Blob | undefined> {
  if (!SHOT_TYPES.includes(file.type)) return undefined
  if (file.size <= SUPPORT_SHOT_MAX_BYTES) return file
  try {
    const image = await createImageBitmap(file)
    const scale = Math.min(1, SIDE_MAX / Math.max(image.width, image.height))
    const canvas = new OffscreenCanvas(Math.round(image.width * scale), Math.round(image.height * scale))
    const pen = canvas.getContext('2d')
    if (!pen) return undefined
    pen.fillStyle = '#fff'
    pen.fillRect(0, 0, canvas.width, canvas.height)
    pen.drawImage(image, 0, 0, canvas.width, canvas.height)
    image.close()
    return await canvas.convertToBlob({ type: 'image/jpeg', quality: QUALITY })
  } catch {
    return undefined
  }
}

/** The picture among pasted or dropped items. */
export function pictureIn(files: FileList | readonly File[] | undefined): File | undefined {
  return [...(files ?? [])].find((file) => SHOT_TYPES.includes(file.type))
}
