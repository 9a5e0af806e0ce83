import type { KeyboardEvent, ReactNode } from 'react'

/** Parts of a face that an editor can select. */
export type FacePartName =
  | 'logo'
  | 'cover'
  | 'top'
  | 'center'
  | 'left'
  | 'right'
  | 'barcode'
  | 'organisation'
  | 'programName'
  | 'programLogo'
  | 'hero'
  | 'back'

export type FaceParts = {
  /** When given, every part is a button, empty ones too. */
  onPartClick?: ((part: FacePartName) => void) | undefined
  /** The part with a frame around it. */
  highlight?: FacePartName | null | undefined
  /** Names of parts for screen readers, in the caller's language; a missing one is called by its key. */
  partLabels?: Partial<Record<FacePartName, string>> | undefined
}

type FacePartProps = FaceParts & {
  name: FacePartName
  box: { x: number; y: number; width: number; height: number }
  children?: ReactNode
}

/** A part of a face that can be labelled, clicked and framed. */
export function FacePart({ name, box, onPartClick, highlight, partLabels, children }: FacePartProps) {
  const frame = { x: box.x, y: box.y, width: box.width, height: box.height, rx: 5 }
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== ' ') return
    event.preventDefault()
    onPartClick?.(name)
  }
  const asButton = onPartClick && {
    role: 'button',
    tabIndex: 0,
    'aria-label': partLabels?.[name] ?? name,
    onClick: () => onPartClick(name),
    onKeyDown: press,
  }
  return (
    <g data-part={name} className={onPartClick ? 'k-part k-part-live' : 'k-part'} {...asButton}>
      {children}
      {onPartClick && <rect className="k-part-hit" {...frame} fill="transparent" />}
      {highlight === name && (
        <g className="k-part-frame" fill="none" aria-hidden="true">
          <rect {...frame} stroke="#ffffff" strokeWidth="4" strokeOpacity="0.9" />
          <rect {...frame} stroke="#3d56d6" strokeWidth="2" />
        </g>
      )}
    </g>
  )
}
