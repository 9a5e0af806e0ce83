import { Button } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
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
  const save = () => {
    if (isDirty && !isSaving) onSave()
  }
  useHotkeys([['mod+S', save]], [])
  return (
    <>
      <div role="status" className="k-unseen">
        {isDirty ? t('common.saveBar.unsaved') : ''}
      </div>
      {isDirty && (
        <div className={classes.bar} role="region" aria-label={t('common.saveBar.label')}>
          <div className={classes.note}>{note ?? t('common.saveBar.unsaved')}</div>
          <div className={classes.acts}>
            <Button variant="default" onClick={onDiscard} disabled={isSaving}>
              {t('common.saveBar.discard')}
            </Button>
            <Button onClick={save} loading={isSaving} aria-busy={isSaving}>
              {saveLabel ?? t('common.save')}
            </Button>
          </div>
        </div>
      )}
    </>
  )
}
