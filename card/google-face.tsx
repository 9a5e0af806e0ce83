import { useId } from 'react'
import { Line } from './apple-face.tsx'
import type { CodeType } from '../contract/cards/design.ts'
import type { PlacedText } from './apple-layout.ts'
import { BarcodeModules } from './barcode.tsx'
import { barcodePath } from './barcode-path.ts'
import { codeSize, isWideCode } from './code-size.ts'
import { FacePart, type FacePartName, type FaceParts } from './face-part.tsx'
import { useCode } from './late-codes.ts'
import type { GoogleField, GooglePassView } from './google-pass.ts'
import { cutText, fitText } from './text-width.ts'

const GOOGLE_FONT = '"Google Sans", Roboto, "Inter Variable", Inter, system-ui, "Segoe UI", sans-serif'
const WIDTH = 328
const MARGIN = 16
const INNER = WIDTH - 2 * MARGIN
const TITLE_BAR = 72
const ROW = 62
const HERO = 107
const ROWS_TOP = TITLE_BAR + 1 + 16 + 28 + 4
const PLACES: readonly FacePartName[] = ['top', 'center', 'left', 'right']

type GooglePassProps = FaceParts & {
  view: GooglePassView
  label?: string | undefined
  className?: string | undefined
}

/** The front of a Google loyalty card as one SVG, 328 wide, as high as what it shows. */
export function GooglePass({ view, label, className, ...parts }: GooglePassProps) {
  useCode(view.barcode?.type)
  const id = useId()
  const layout = layOut(view, parts.onPartClick !== undefined)
  const { barcodeTop, boxHeight, heroTop, height } = layout
  const programName = fitText(view.programName, { sizePx: 22, minPx: 22, maxWidthPx: INNER })
  return (
    <svg
      className={className ? `k-face k-google ${className}` : 'k-face k-google'}
      viewBox={`0 0 ${WIDTH} ${height}`}
      role={parts.onPartClick ? 'group' : 'img'}
      aria-label={label ?? `${view.issuer}, ${view.programName}`}
      fontFamily={GOOGLE_FONT}
    >
      <Clips id={id} height={height} />
      <g clipPath={`url(#${id}card)`}>
        <rect width={WIDTH} height={height} fill={view.background} />
        <FacePart name="programLogo" box={{ x: 12, y: 12, width: 48, height: 48 }} {...parts}>
          <Logo view={view} clipId={`${id}logo`} />
        </FacePart>
        <FacePart name="organisation" box={{ x: 64, y: 20, width: 252, height: 32 }} {...parts}>
          {textLine(view, cutText(view.issuer, 14, WIDTH - 68 - MARGIN, 500), 68, 41, 14, 500)}
        </FacePart>
        <rect y={TITLE_BAR} width={WIDTH} height="1" fill={view.text} fillOpacity="0.16" />
        <FacePart name="programName" box={{ x: 10, y: TITLE_BAR + 10, width: 308, height: 38 }} {...parts}>
          {textLine(view, programName.text, MARGIN, TITLE_BAR + 38, programName.sizePx, 400)}
        </FacePart>
        {layout.rows.map((row, i) => (
          <Row
            key={row.map((field) => field?.key ?? '').join('-')}
            fields={row}
            top={ROWS_TOP + i * ROW}
            index={i}
            color={view.text}
            parts={parts}
          />
        ))}
        <FacePart name="barcode" box={{ x: 20, y: barcodeTop, width: 288, height: Math.max(boxHeight, 40) }} {...parts}>
          {view.barcode && layout.hasCode && <Barcode barcode={view.barcode} layout={layout} />}
        </FacePart>
        {view.hero && (
          <FacePart name="hero" box={{ x: 2, y: heroTop, width: WIDTH - 4, height: HERO - 2 }} {...parts}>
            <image
              href={view.hero}
              x="0"
              y={heroTop}
              width={WIDTH}
              height={HERO}
              preserveAspectRatio="xMidYMid slice"
            />
          </FacePart>
        )}
      </g>
    </svg>
  )
}

type Layout = ReturnType<typeof layOut>

/** @param isEditable an empty row stays, so that it can be clicked */
function layOut(view: GooglePassView, isEditable: boolean) {
  const rows = view.rows.length > 0 || !isEditable ? view.rows : [[null, null] satisfies GooglePassView['rows'][number]]
  const barcodeTop = ROWS_TOP + rows.length * ROW + 12
  const codeBox = boxOfCode(view.barcode ?? { type: 'qr', message: '' })
  const altHeight = view.barcode && view.barcode.alt !== '' ? 26 : 0
  const boxHeight = view.barcode ? codeBox.height + 28 + altHeight : 0
  const heroTop = barcodeTop + boxHeight + (view.barcode ? 20 : 4)
  const height = Math.max(heroTop + (view.hero ? HERO : 0), 200)
  return { rows, barcodeTop, hasCode: isDrawn(view.barcode), codeBox, altHeight, boxHeight, heroTop, height }
}

function textLine(
  { text: fill }: GooglePassView,
  text: string,
  x: number,
  y: number,
  sizePx: number,
  weight: number,
  anchor: PlacedText['anchor'] = 'start',
) {
  return <Line line={{ text, x, y, sizePx, weight, anchor }} fill={fill} />
}

function Clips({ id, height }: { id: string; height: number }) {
  return (
    <defs>
      <clipPath id={`${id}card`}>
        <rect width={WIDTH} height={height} rx="24" />
      </clipPath>
      <clipPath id={`${id}logo`}>
        <circle cx="36" cy="36" r="20" />
      </clipPath>
    </defs>
  )
}

function Logo({ view, clipId }: { view: GooglePassView; clipId: string }) {
  if (view.programLogo)
    return (
      <image
        href={view.programLogo}
        x="16"
        y="16"
        width="40"
        height="40"
        clipPath={`url(#${clipId})`}
        preserveAspectRatio="xMidYMid slice"
      />
    )
  return (
    <>
      <circle cx="36" cy="36" r="20" fill={view.text} fillOpacity="0.14" />
      {textLine(view, [...view.issuer][0]?.toUpperCase() ?? '', 36, 42.5, 18, 500, 'middle')}
    </>
  )
}

function Barcode({ barcode, layout }: { barcode: NonNullable<GooglePassView['barcode']>; layout: Layout }) {
  const { barcodeTop, codeBox, altHeight, boxHeight } = layout
  return (
    <>
      <rect
        x={(WIDTH - codeBox.width) / 2 - 14}
        y={barcodeTop}
        width={codeBox.width + 28}
        height={boxHeight}
        rx="12"
        fill="#ffffff"
      />
      <BarcodeModules
        type={barcode.type}
        message={barcode.message}
        x={(WIDTH - codeBox.width) / 2}
        y={barcodeTop + 14}
        width={codeBox.width}
        height={codeBox.height}
      />
      {altHeight > 0 && (
        <Line
          line={{
            text: cutText(barcode.alt, 12, codeBox.width + 12),
            x: WIDTH / 2,
            y: barcodeTop + 14 + codeBox.height + 22,
            sizePx: 12,
            weight: 400,
            anchor: 'middle',
          }}
          fill="#202124"
        />
      )}
    </>
  )
}

const isDrawn = (code: GooglePassView['barcode']) => code !== null && barcodePath(code.type, code.message) !== null

/** Up to 150 square; Code 128 at 240 × 64, a PDF417 up to 240 × 96. */
function boxOfCode({ type, message }: { type: CodeType; message: string }): { width: number; height: number } {
  if (type === 'code128') return { width: 240, height: 64 }
  return codeSize(type, message, isWideCode(type) ? { width: 240, height: 96 } : { width: 150, height: 150 })
}

const CLICK_PLACES = [
  ['center', 'top'],
  ['left', 'right'],
] as const

function Row({
  fields: [start, end],
  top,
  index,
  color,
  parts,
}: {
  fields: GooglePassView['rows'][number]
  top: number
  index: number
  color: string
  parts: FaceParts
}) {
  const half = (INNER - MARGIN) / 2
  const places = CLICK_PLACES[Math.min(index, 1)] ?? CLICK_PLACES[1]
  const part = (field: GoogleField | null, at: 0 | 1) => PLACES.find((place) => place === field?.key) ?? places[at]
  const width = (one: GoogleField | null, other: GoogleField | null) => (one && !other ? INNER : half)
  return (
    <>
      <FacePart name={part(start, 0)} box={{ x: 10, y: top + 4, width: 150, height: ROW - 8 }} {...parts}>
        {start && <Item field={start} x={MARGIN} top={top} maxWidth={width(start, end)} anchor="start" color={color} />}
      </FacePart>
      <FacePart name={part(end, 1)} box={{ x: 168, y: top + 4, width: 150, height: ROW - 8 }} {...parts}>
        {end && (
          <Item field={end} x={WIDTH - MARGIN} top={top} maxWidth={width(end, start)} anchor="end" color={color} />
        )}
      </FacePart>
    </>
  )
}

function Item({
  field,
  x,
  top,
  maxWidth,
  anchor,
  color,
}: {
  field: GoogleField
  x: number
  top: number
  maxWidth: number
  anchor: 'start' | 'end'
  color: string
}) {
  const line = (text: string, y: number, sizePx: number, weight: number, opacity: number) => (
    <g fillOpacity={opacity}>
      <Line line={{ text: cutText(text, sizePx, maxWidth, weight), x, y, sizePx, weight, anchor }} fill={color} />
    </g>
  )
  return (
    <>
      {line(field.label, top + 24, 12, 400, 0.88)}
      {line(field.value, top + 45, 16, 500, 1)}
    </>
  )
}
