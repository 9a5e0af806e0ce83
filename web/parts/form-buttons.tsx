import { Button, Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'

type FormButtonsProps = {
  submitLabel: string
  isBusy: boolean
  onCancel: () => void
  /** Where sending by a hasty Enter would do harm. */
  isCancelFocused?: boolean
}

/** Last in the form of a drawer or dialog. */
export function FormButtons({ submitLabel, isBusy, onCancel, isCancelFocused = false }: FormButtonsProps) {
  const { t } = useTranslation()
  return (
    <Group justify="flex-end" gap="xs">
      <Button variant="default" onClick={onCancel} disabled={isBusy} data-autofocus={isCancelFocused || undefined}>
        {t('common.cancel')}
      </Button>
      <Button type="submit" loading={isBusy} aria-busy={isBusy}>
        {submitLabel}
      </Button>
    </Group>
  )
}
