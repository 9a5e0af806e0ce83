import { lazy, Suspense } from 'react'
import { Bone } from './loading.tsx'

const Barcode = lazy(() => import('../../card/barcode.tsx').then((file) => ({ default: file.Barcode })))

/**
 * A QR code as SVG on white; the code that draws it is a separate chunk.
 * @param sizePx its side
 */
export function QrCode({ value, label, sizePx = 160 }: { value: string; label: string; sizePx?: number }) {
  return (
    <div style={{ width: sizePx, height: sizePx }}>
      <Suspense fallback={<Bone width={sizePx} height={sizePx} />}>
        <Barcode type="qr" message={value} label={label} />
      </Suspense>
    </div>
  )
}
