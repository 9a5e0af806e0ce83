import type { CodeType } from '../contract/cards/design.ts'
import { barcodePath } from './barcode-path.ts'
import { useCode } from './late-codes.ts'

type BarcodeProps = {
  type: CodeType
  message: string
  /** Read by screen readers; the human text of the code. */
  label?: string
  className?: string
}

/** In modules, on each side. */
const QUIET = { qr: 4, code128: 10, aztec: 2, pdf417: 2 }

/** A code on its own white background with the quiet zone its standard asks for. Fills the width it is given. */
export function Barcode({ type, message, label, className }: BarcodeProps) {
  useCode(type)
  const path = barcodePath(type, message)
  if (!path) return null
  const quiet = QUIET[type]
  const width = path.width + 2 * quiet
  const height = type === 'code128' ? width / 4 : path.height + 2 * quiet
  const bars = type === 'code128' ? { y: height * 0.1, height: height * 0.8 } : { y: quiet, height: path.height }
  return (
    <svg
      className={className ?? 'k-barcode'}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={label ?? message}
    >
      <rect width={width} height={height} fill="#ffffff" />
      <BarcodeModules type={type} message={message} x={quiet} width={path.width} {...bars} />
    </svg>
  )
}

/** Only the dark modules, stretched to the box, for drawing inside another SVG. */
export function BarcodeModules(box: {
  type: CodeType
  message: string
  x: number
  y: number
  width: number
  height: number
}) {
  useCode(box.type)
  const path = barcodePath(box.type, box.message)
  if (!path) return null
  return (
    <svg
      x={box.x}
      y={box.y}
      width={box.width}
      height={box.height}
      viewBox={`0 0 ${path.width} ${path.height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path
        d={path.d}
        fill="#000000"
        fillRule="evenodd"
        shapeRendering={box.type === 'code128' ? 'auto' : 'crispEdges'}
      />
    </svg>
  )
}
