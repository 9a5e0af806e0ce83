/** A small editor over its page: kept draft, steps, saving, and the question before it is closed unsaved. */
import { Button, Drawer, Group, Stack } from '@mantine/core'
import { useHotkeys, useMounted } from '@mantine/hooks'
import type { FormEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useStepKeys } from '../../base/draft/step-keys.ts'
import type { DraftOf } from '../../base/draft/use-draft.ts'
import { useCloseGuard } from '../../base/leave.tsx'
import type { DraftFields } from './conflict-dialog.tsx'
import { DraftDialogs } from './draft-bar.tsx'
import { KeptBanner } from './kept-banner.tsx'
import { StepButtons } from './step-buttons.tsx'

type DraftDrawerProps = {
  draft: Omit<DraftOf<{ version: number }, unknown>, 'value' | 'saved' | 'savedDraft' | 'edit'>
  fields: DraftFields
  title: string
  saveLabel?: string
  /** Mount it to open it; after `onClose` sets this to false it slides out and calls `onClosed`. */
  isOpen: boolean
  onClose: () => void
  /** It is off the screen and can be unmounted. */
  onClosed: () => void
  children: ReactNode
}

export function DraftDrawer({
  draft,
  fields,
  title,
  saveLabel,
  isOpen,
  onClose,
  onClosed,
  children,
}: DraftDrawerProps) {
  const { t } = useTranslation()
  const isMounted = useMounted()
  const closing = useCloseGuard(isOpen && draft.isDirty, onClose, draft.save)
  const save = () => {
    if (!draft.isSaving) void draft.save()
  }
  useStepKeys(draft.undo, draft.redo)
  useHotkeys([['mod+S', save]], [], true)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save()
  }
  return (
    <>
      <Drawer
        opened={isOpen && isMounted}
        onClose={closing.close}
        onExitTransitionEnd={onClosed}
        // Escape belongs to the dialog over the drawer.
        closeOnEscape={!closing.isAsking && !draft.conflict}
        title={title}
        closeButtonProps={{ 'aria-label': t('common.close') }}
      >
        <form onSubmit={submit} noValidate>
          <Stack gap="md">
            <KeptBanner kept={draft.kept} />
            {children}
            <Group justify="space-between" gap="xs">
              <Group gap={4}>
                <StepButtons draft={draft} />
              </Group>
              <Group gap="xs">
                <Button variant="default" onClick={closing.close} disabled={draft.isSaving}>
                  {t('common.cancel')}
                </Button>
                <Button type="submit" loading={draft.isSaving} aria-busy={draft.isSaving}>
                  {saveLabel ?? t('common.save')}
                </Button>
              </Group>
            </Group>
          </Stack>
        </form>
      </Drawer>
      {closing.dialog}
      <DraftDialogs draft={draft} fields={fields} />
    </>
  )
}
