import { useId } from 'react'
import { APPLE_HEIGHT, APPLE_WIDTH, layoutApple, type PlacedField, type PlacedText } from './apple-layout.ts'
import type { CodeType } from '../contract/cards/design.ts'
import type { ApplePassView, PassBarcode } from './apple-pass.ts'
import { BarcodeModules } from './barcode.tsx'
import { codeSize, isWideCode } from './code-size.ts'
import { useCode } from './late-codes.ts'
import { FacePart, type FaceParts } from './face-part.tsx'
import { cutText } from './text-width.ts'

export const APPLE_FONT =
  '-apple-system, "SF Pro Text", "Inter Variable", Inter, system-ui, "Segoe UI", Roboto, sans-serif'
const ROW_BOX = { y: 216, height: 56 }

type ApplePassProps = FaceParts & {
  view: ApplePassView
  /** The card's label for screen readers; the description when left out. */
  label?: string | undefined
  className?: string | undefined
}

/**
 * The front of a store card as one SVG of 375 × 524 that fills the width of its container.
 * Nothing in it depends on CSS or a style attribute, so a page rendered on the server draws it the same.
 */
export function ApplePass({ view, label, className, ...parts }: ApplePassProps) {
  const id = useId()
  const layout = layoutApple(view)
  const [left, right] = rowSides(layout.row)
  return (
    <svg
      className={className ? `k-face k-apple ${className}` : 'k-face k-apple'}
      viewBox={`0 0 ${APPLE_WIDTH} ${APPLE_HEIGHT}`}
      role={parts.onPartClick ? 'group' : 'img'}
      aria-label={label ?? spokenCard(view)}
      fontFamily={APPLE_FONT}
    >
      <defs>
        <clipPath id={`${id}card`}>
          <rect width={APPLE_WIDTH} height={APPLE_HEIGHT} rx="11" />
        </clipPath>
        <linearGradient id={`${id}sheen`} x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#ffffff" stopOpacity="0.08" />
          <stop offset="1" stopColor="#ffffff" stopOpacity="0" />
        </linearGradient>
      </defs>
      <g clipPath={`url(#${id}card)`}>
        <rect width={APPLE_WIDTH} height={APPLE_HEIGHT} fill={view.background} />
        <rect width={APPLE_WIDTH} height="64" fill={`url(#${id}sheen)`} />
        <FacePart name="cover" box={{ x: 2, y: 64, width: 371, height: 144 }} {...parts}>
          {view.strip && (
            <image href={view.strip} x="0" y="64" width="375" height="144" preserveAspectRatio="xMidYMid slice" />
          )}
        </FacePart>
        <FacePart name={view.logo ? 'logo' : 'organisation'} box={{ x: 8, y: 4, width: 168, height: 56 }} {...parts}>
          {view.logo && <image href={view.logo} {...layout.logo} preserveAspectRatio="xMinYMid meet" />}
          {layout.logoText && <Line line={layout.logoText} fill={view.foreground} />}
        </FacePart>
        <FacePart name="top" box={{ x: 184, y: 4, width: 187, height: 56 }} {...parts}>
          {layout.header.map((field) => (
            <Field key={field.key} field={field} view={view} />
          ))}
        </FacePart>
        <FacePart name="center" box={{ x: 9, y: 84, width: 357, height: 90 }} {...parts}>
          {layout.primary && (
            <>
              <Line line={layout.primary.value} fill={view.foreground} />
              <Line line={layout.primary.label} fill={view.strip ? view.foreground : view.labelColor} />
            </>
          )}
        </FacePart>
        <FacePart name="left" box={{ x: 9, width: left, ...ROW_BOX }} {...parts}>
          {layout.row
            .filter((field) => field.key !== 'right')
            .map((field) => (
              <Field key={field.key} field={field} view={view} />
            ))}
        </FacePart>
        <FacePart name="right" box={{ x: 366 - right, width: right, ...ROW_BOX }} {...parts}>
          {layout.row
            .filter((field) => field.key === 'right')
            .map((field) => (
              <Field key={field.key} field={field} view={view} />
            ))}
        </FacePart>
        <FacePart name="barcode" box={{ x: 25, y: 322, width: 325, height: 193 }} {...parts}>
          {view.barcode && <BarcodeBox barcode={view.barcode} />}
        </FacePart>
      </g>
    </svg>
  )
}

/** Widths of the two halves of the row an editor can click. */
function rowSides(row: readonly PlacedField[]): [number, number] {
  const right = row.find((field) => field.key === 'right')
  if (!right || row.length < 2) return right ? [100, 245] : [245, 100]
  const width = Math.max(100, 366 - right.left)
  return [357 - width - 6, width]
}

export function Line({ line, fill }: { line: PlacedText; fill: string }) {
  return (
    <text
      x={line.x}
      y={line.y}
      fontSize={line.sizePx}
      fontWeight={line.weight}
      textAnchor={line.anchor}
      fill={fill}
      xmlSpace="preserve"
    >
      {line.text}
    </text>
  )
}

function Field({ field, view }: { field: PlacedField; view: ApplePassView }) {
  return (
    <>
      <Line line={field.label} fill={view.labelColor} />
      <Line line={field.value} fill={view.foreground} />
    </>
  )
}

/** White box with the code and its text, with the measures of a real card; the bottom of the box stays at 511. */
function BarcodeBox({ barcode }: { barcode: PassBarcode }) {
  useCode(barcode.type)
  const { type, message, alt } = barcode
  const bottom = APPLE_HEIGHT - 13
  const middle = APPLE_WIDTH / 2
  const box = boxOf(type, message, alt !== '')
  const top = bottom - box.height
  return (
    <>
      <rect x={middle - box.width / 2} y={top} width={box.width} height={box.height} rx="4" fill="#ffffff" />
      <BarcodeModules
        type={type}
        message={message}
        x={middle - box.code.width / 2}
        y={top + box.codeTop}
        {...box.code}
      />
      <AltText text={alt} maxWidth={box.altWidth} y={bottom - box.altBottom} />
    </>
  )
}

/** A wide box is as high as its code; a square one has one size. */
function boxOf(type: CodeType, message: string, hasAlt: boolean) {
  if (isWideCode(type)) {
    const code = type === 'code128' ? { width: 247, height: 41 } : codeSize(type, message, { width: 283, height: 90 })
    return { width: 317, height: code.height + (hasAlt ? 54 : 36), code, codeTop: 18, altWidth: 297, altBottom: 15 }
  }
  const code = codeSize(type, message, { width: 145, height: 145 })
  const codeTop = (163 - code.height) / 2
  return { width: 163, height: hasAlt ? 187 : 163, code, codeTop, altWidth: 149, altBottom: 11 }
}

function AltText({ text, maxWidth, y }: { text: string; maxWidth: number; y: number }) {
  if (text === '') return null
  const line: PlacedText = {
    text: cutText(text, 14.3, maxWidth),
    x: APPLE_WIDTH / 2,
    y,
    sizePx: 14.3,
    weight: 400,
    anchor: 'middle',
  }
  return <Line line={line} fill="#000000" />
}

function spokenCard(view: ApplePassView): string {
  const fields = [...view.header, ...view.primary, ...view.secondary].map((field) =>
    `${field.label} ${field.value}`.trim(),
  )
  return [view.organisation, view.description, ...fields].filter((text) => text !== '').join(', ')
}
