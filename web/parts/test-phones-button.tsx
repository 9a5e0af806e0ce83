import { Button, type ButtonProps } from '@mantine/core'
import { IconDeviceMobile } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { openTestPhones, useEmulated } from '../base/test-phones.ts'
import type { MoreItem } from './page.tsx'

type TestPhonesButtonProps = {
  /** What both phones open; left out: the phones as they were left. */
  link?: string | null
  variant?: ButtonProps['variant']
}

/** Opens the test phones beside the page; nothing where the wallets are real. */
export function TestPhonesButton({ link = null, variant = 'default' }: TestPhonesButtonProps) {
  const { t } = useTranslation()
  if (!useEmulated().phones) return null
  return (
    <Button
      variant={variant}
      leftSection={<IconDeviceMobile size={18} stroke={1.75} aria-hidden="true" />}
      onClick={() => openTestPhones(link)}
    >
      {t('shell.phones.open')}
    </Button>
  )
}

/** The same in a menu of actions. */
export function useTestPhonesItem(link: string | null = null): MoreItem[] {
  const { t } = useTranslation()
  if (!useEmulated().phones) return []
  return [
    {
      label: t('shell.phones.open'),
      icon: <IconDeviceMobile size={16} aria-hidden="true" />,
      onClick: () => openTestPhones(link),
    },
  ]
}
