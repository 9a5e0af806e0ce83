import { Button, Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useReadOnlyReason } from '../base/read-only.ts'

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
  const reason = useReadOnlyReason()
  const readOnly = rest.worksWhileLimited ? null : reason
  return (
    <Group justify="flex-end" gap="xs">
      {readOnly !== null && (
        <Text className="k-small" c="dimmed" flex="1 1 100%">
          {readOnly}
        </Text>
      )}
      <Button variant="default" onClick={onCancel} disabled={isBusy} data-autofocus={isCancelFocused || undefined}>
        {t('common.cancel')}
      </Button>
      <Button type="submit" loading={isBusy} aria-busy={isBusy} disabled={readOnly !== null}>
        {submitLabel}
      </Button>
    </Group>
  )
}
