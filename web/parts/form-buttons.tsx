import { Button, Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useReadOnly } from '../base/read-only.ts'
import { ReadOnlyNote } from './read-only-note.tsx'

type FormButtonsProps = {
  submitLabel: string
  isBusy: boolean
  onCancel: () => void
  /** Where sending by a hasty Enter would do harm. */
  isCancelFocused?: boolean
  /** What a limited account may do too. */
  worksWhileLimited?: boolean
}

/** Last in the form of a drawer or dialog. */
export function FormButtons({ submitLabel, isBusy, onCancel, isCancelFocused = false, ...rest }: FormButtonsProps) {
  const { t } = useTranslation()
  const isReadOnly = useReadOnly() !== null && !rest.worksWhileLimited
  return (
    <Group justify="flex-end" gap="xs">
      {isReadOnly && <ReadOnlyNote flex="1 1 100%" />}
      <Button variant="default" onClick={onCancel} disabled={isBusy} data-autofocus={isCancelFocused || undefined}>
        {t('common.cancel')}
      </Button>
      <Button type="submit" loading={isBusy} aria-busy={isBusy} disabled={isReadOnly}>
        {submitLabel}
      </Button>
    </Group>
  )
}
