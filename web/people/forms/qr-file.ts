/** A QR code with its quiet zone as a file: SVG for print shops, PNG for everything else. */
import { keepFile } from '../../base/keep-file.ts'

const QUIET = 4
/** About ten centimetres at 300 dots per inch; modules are whole pixels, so that none is blurred. */
const PNG_PX = 1200

/** @returns false when the browser made no file */
export async function downloadQr(format: 'svg' | 'png', url: string, name: string): Promise<boolean> {
  const { barcodePath } = await import('../../../card/barcode-path.ts')
  const path = barcodePath('qr', url)
  if (!path) return false
  const side = path.width + 2 * QUIET
  const blob = format === 'svg' ? svgOf(path.d, side) : await pngOf(path.d, side)
  if (!blob) return false
  keepFile({
    bytes: new Uint8Array(await blob.arrayBuffer()),
    type: blob.type,
    name: `${name.replace(/[^\p{L}\p{N}]+/gu, '-')}-qr.${format}`,
  })
  return true
}

function svgOf(d: string, side: number): Blob {
  const text =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges">` +
    `<rect width="${side}" height="${side}" fill="#ffffff"/>` +
    `<path transform="translate(${QUIET} ${QUIET})" d="${d}" fill="#000000"/></svg>`
  return new Blob([text], { type: 'image/svg+xml' })
}

function pngOf(d: string, side: number): Promise<Blob | null> {
  const scale = Math.ceil(PNG_PX / side)
  const canvas = Object.assign(document.createElement('canvas'), { width: side * scale, height: side * scale })
  const context = canvas.getContext('2d')
  if (!context) return Promise.resolve(null)
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.setTransform(scale, 0, 0, scale, QUIET * scale, QUIET * scale)
  context.fillStyle = '#000000'
  context.fill(new Path2D(d))
  return new Promise((done) => canvas.toBlob(done, 'image/png'))
}
