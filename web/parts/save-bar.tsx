import { Button } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { type ReactNode, useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useReadOnly } from '../base/read-only.ts'
import { ReadOnlyNote } from './read-only-note.tsx'
import classes from './save-bar.module.css'

type SaveBarProps = {
  /** The bar is shown only while something is unsaved. */
  isDirty: boolean
  isSaving?: boolean
  onSave: () => void
  onDiscard: () => void
  /** Instead of "Unsaved changes", for instance what keeps it from being saved. */
  note?: ReactNode
  saveLabel?: string
}

/** Last child of a `Page`: stays at the bottom, saves with Ctrl/⌘ + S too. */
export function SaveBar({ isDirty, isSaving = false, onSave, onDiscard, note, saveLabel }: SaveBarProps) {
  const { t } = useTranslation()
  const isReadOnly = useReadOnly() !== null
  const save = () => {
    if (isDirty && !isSaving && !isReadOnly) onSave()
  }
  useHotkeys([['mod+S', save]], [], true)
  const bar = useHeightAs('--k-save-bar')
  return (
    <>
      <div role="status" className="k-unseen">
        {isDirty ? t('common.saveBar.unsaved') : ''}
      </div>
      {isDirty && <div className={classes.room} />}
      {isDirty && (
        <div ref={bar} className={classes.bar} role="region" aria-label={t('common.saveBar.label')}>
          <div className={classes.note}>{isReadOnly ? <ReadOnlyNote /> : (note ?? t('common.saveBar.unsaved'))}</div>
          <div className={classes.acts}>
            <Button variant="default" onClick={onDiscard} disabled={isSaving}>
              {t('common.saveBar.discard')}
            </Button>
            <Button onClick={save} loading={isSaving} aria-busy={isSaving} disabled={isReadOnly}>
              {saveLabel ?? t('common.save')}
            </Button>
          </div>
        </div>
      )}
    </>
  )
}

/** Keeps the height of an element in a variable of the page, for what must not lie over it. */
function useHeightAs(name: `--${string}`): (element: HTMLElement | null) => (() => void) | undefined {
  return useCallback(
    (element) => {
      if (!element) return undefined
      const { style } = document.documentElement
      const observer = new ResizeObserver(() => style.setProperty(name, `${element.offsetHeight}px`))
      observer.observe(element)
      return () => {
        observer.disconnect()
        style.removeProperty(name)
      }
    },
    [name],
  )
}
