/** Draws a poster as a PDF: text stays text, the code is a shape of whole modules. */
import type { Language } from '../../../contract/limits.ts'
import { tagOf } from '../../../words/words.ts'
import { newDocument } from '../../base/print.ts'
import type { Mark, Poster } from './poster-layout.ts'

type Doc = PDFKit.PDFDocument

/** Marks at both edges show where to fold; they are cut off by no printer. */
const FOLD_MARK = { from: 12, length: 10 }

function drawMark(doc: Doc, mark: Mark, logo: Buffer | undefined): void {
  if (mark.kind === 'area') return void doc.rect(mark.x, mark.y, mark.width, mark.height).fill(mark.colour)
  if (mark.kind === 'logo')
    return void (logo && doc.image(logo, mark.x, mark.y, { width: mark.width, height: mark.height }))
  if (mark.kind === 'text')
    return void doc
      .font(mark.font)
      .fontSize(mark.size)
      .fillColor(mark.colour)
      .text(mark.text, mark.x, mark.y, { lineBreak: false, baseline: 'alphabetic' })
  doc.save()
  doc.translate(mark.x, mark.y).scale(mark.width / mark.modules)
  doc.path(mark.d).fill('#000000')
  doc.restore()
}

function drawFace(doc: Doc, { face }: Poster, at: Poster['faces'][number], logo: Buffer | undefined): void {
  doc.save()
  doc.translate(at.x, at.y)
  if (at.isUpsideDown) doc.rotate(180, { origin: [face.width / 2, face.height / 2] })
  for (const mark of face.marks) drawMark(doc, mark, logo)
  doc.restore()
}

export function posterPdf(poster: Poster, of: { title: string; lang: Language; logo?: Buffer }): Promise<Buffer> {
  const doc = newDocument({
    size: [poster.width, poster.height],
    margin: 0,
    lang: tagOf(of.lang),
    info: { Title: of.title },
  })
  const chunks: Buffer[] = []
  return new Promise((done, fail) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk))
    doc.on('end', () => done(Buffer.concat(chunks)))
    doc.on('error', fail)
    for (const at of poster.faces) drawFace(doc, poster, at, of.logo)
    if (poster.foldY !== null)
      for (const x of [FOLD_MARK.from, poster.width - FOLD_MARK.from - FOLD_MARK.length])
        doc
          .moveTo(x, poster.foldY)
          .lineTo(x + FOLD_MARK.length, poster.foldY)
          .lineWidth(0.5)
          .stroke('#888888')
    doc.end()
  })
}
