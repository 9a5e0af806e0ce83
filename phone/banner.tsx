import { useEffect, useState } from 'react'
import { type LockNotification, NoticeTile } from '../card/lock-screen.tsx'

const SHOWN_MS = 6_000

/** A new notice is shown over an open screen for some seconds. */
export function Banner({
  tiles,
  newestAt,
  onOpen,
}: {
  tiles: readonly LockNotification[]
  newestAt: number
  onOpen: (id: string) => void
}) {
  const [seenAt, setSeenAt] = useState(() => Date.now())
  const tile = newestAt > seenAt ? tiles[0] : undefined
  useEffect(() => {
    if (newestAt <= seenAt) return
    const timer = setTimeout(() => setSeenAt(newestAt), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [newestAt, seenAt])
  return (
    <div className="k-scale banner" role="status">
      {tile && (
        <button type="button" className="k-tile" onClick={() => onOpen(tile.id)}>
          <NoticeTile notification={tile} />
        </button>
      )}
    </div>
  )
}
