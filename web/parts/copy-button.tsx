import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

type CopyButtonProps = {
  value: string
  /** What is copied: `Copy link`. */
  label: string
  /** With the label beside the icon. */
  withText?: boolean
}

/** Copies a text and confirms it for two seconds, also to a screen reader. */
export function CopyButton({ value, label, withText = false }: CopyButtonProps) {
  const { t } = useTranslation()
  const { copy, copied } = useClipboard({ timeout: 2000 })
  const icon = copied ? <IconCheck size={16} aria-hidden="true" /> : <IconCopy size={16} aria-hidden="true" />
  const announcement = (
    <span className="k-unseen" role="status">
      {copied ? t('common.copied') : ''}
    </span>
  )
  if (withText) {
    return (
      <>
        <Button variant="default" leftSection={icon} onClick={() => copy(value)}>
          {copied ? t('common.copied') : label}
        </Button>
        {announcement}
      </>
    )
  }
  return (
    <>
      <Tooltip label={copied ? t('common.copied') : label}>
        <ActionIcon variant="subtle" color="gray" size={32} aria-label={label} onClick={() => copy(value)}>
          {icon}
        </ActionIcon>
      </Tooltip>
      {announcement}
    </>
  )
}
