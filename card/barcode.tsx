import { barcodePath } from './barcode-path.ts'

type BarcodeProps = {
  type: 'qr' | 'code128'
  message: string
  /** Read by screen readers; the human text of the code. */
  label?: string
  className?: string
}

const QUIET_QR = 4
const QUIET_CODE128 = 10

/** A code on its own white background with the quiet zone its standard asks for. Fills the width it is given. */
export function Barcode({ type, message, label, className }: BarcodeProps) {
  const path = barcodePath(type, message)
  if (!path) return null
  const quiet = type === 'qr' ? QUIET_QR : QUIET_CODE128
  const width = path.width + 2 * quiet
  const height = type === 'qr' ? width : width / 4
  return (
    <svg
      className={className ?? 'k-barcode'}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={label ?? message}
    >
      <rect width={width} height={height} fill="#ffffff" />
      {type === 'qr' ? (
        <BarcodeModules type={type} message={message} x={quiet} y={quiet} width={path.width} height={path.width} />
      ) : (
        <BarcodeModules
          type={type}
          message={message}
          x={quiet}
          y={height * 0.1}
          width={path.width}
          height={height * 0.8}
        />
      )}
    </svg>
  )
}

/** Only the dark modules, stretched to the box, for drawing inside another SVG. */
export function BarcodeModules(box: {
  type: 'qr' | 'code128'
  message: string
  x: number
  y: number
  width: number
  height: number
}) {
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
      <path d={path.d} fill="#000000" shapeRendering={box.type === 'qr' ? 'crispEdges' : 'auto'} />
    </svg>
  )
}
