import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { undoToast } from '../../parts/undo-toast.tsx'

/** A list of points with one of them open: adding opens, removing can be undone. */
export function usePointList<Point extends { pageKey: string; name: string }>(
  points: readonly Point[],
  change: (next: (before: readonly Point[]) => readonly Point[]) => void,
) {
  const { t } = useTranslation()
  const [open, setOpen] = useState<string | null>(null)
  return {
    open: points.some((point) => point.pageKey === open) ? open : null,
    setOpen,
    add: (point: Point) => {
      change((before) => [...before, point])
      setOpen(point.pageKey)
    },
    edit: (key: string, part: Partial<Point>) =>
      change((before) => before.map((point) => (point.pageKey === key ? { ...point, ...part } : point))),
    remove: (gone: Point) => {
      const at = points.findIndex((point) => point.pageKey === gone.pageKey)
      change((before) => before.filter((point) => point.pageKey !== gone.pageKey))
      undoToast({
        message: t('pushes.points.removed', { name: gone.name.trim() || t('pushes.points.unnamed') }),
        undo: () => change((before) => [...before.slice(0, at), gone, ...before.slice(at)]),
      })
    },
  }
}
