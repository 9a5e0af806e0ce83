import { ApplePass } from './apple-face.tsx'
import type { ApplePassView } from './apple-pass.ts'

type AppleStackProps = {
  passes: readonly { id: string; view: ApplePassView }[]
  onOpen?: (id: string) => void
  /** Name of the list for screen readers. */
  label: string
}

/** The wallet's stack: the top 64 px of each card, the whole of the last one. */
export function AppleStack({ passes, onOpen, label }: AppleStackProps) {
  return (
    <ul className="k-scale k-stack" aria-label={label}>
      {passes.map(({ id, view }) => (
        <li key={id}>
          {onOpen ? (
            <button type="button" onClick={() => onOpen(id)}>
              <ApplePass view={view} />
            </button>
          ) : (
            <ApplePass view={view} />
          )}
        </li>
      ))}
    </ul>
  )
}
