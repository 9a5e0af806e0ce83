import { lazy, type ReactNode, Suspense } from 'react'
import type { DraftOf } from '../../base/draft/use-draft.ts'
import { useStepKeys } from '../../base/draft/step-keys.ts'
import { useLeaveGuard } from '../../base/leave.tsx'
import { SaveBar } from '../save-bar.tsx'
import type { DraftFields } from './conflict-dialog.tsx'

const ConflictDialog = lazy(() => import('./conflict-dialog.tsx').then((file) => ({ default: file.ConflictDialog })))

type DialogsProps = {
  draft: Pick<DraftOf<{ version: number }, unknown>, 'isDirty' | 'isSaving' | 'save' | 'conflict'>
  fields: DraftFields
}

/** The questions of an editor: leaving with unsaved changes, and a conflict with somebody else's save. */
export function DraftDialogs({ draft, fields }: DialogsProps) {
  const leaving = useLeaveGuard(draft.isDirty, draft.save)
  return (
    <>
      {draft.conflict && (
        <Suspense fallback={null}>
          <ConflictDialog conflict={draft.conflict} isBusy={draft.isSaving} fields={fields} />
        </Suspense>
      )}
      {leaving}
    </>
  )
}

type DraftBarProps = {
  draft: DialogsProps['draft'] & Pick<DraftOf<{ version: number }, unknown>, 'discard' | 'undo' | 'redo'>
  fields: DraftFields
  /** Instead of saving immediately. */
  onSave?: () => void
  saveLabel?: string
  note?: ReactNode
}

/** Last child of an editor's `Page`: saves, discards, handles the keys for undo, and asks what has to be asked. */
export function DraftBar({ draft, fields, onSave, ...bar }: DraftBarProps) {
  useStepKeys(draft.undo, draft.redo)
  return (
    <>
      <SaveBar
        isDirty={draft.isDirty}
        isSaving={draft.isSaving}
        onSave={onSave ?? (() => void draft.save())}
        onDiscard={draft.discard}
        {...bar}
      />
      <DraftDialogs draft={draft} fields={fields} />
    </>
  )
}
