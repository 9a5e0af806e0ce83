import { Popover } from '@mantine/core'
import { cloneElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { Cabinet } from '../../contract/platform/cabinets.ts'
import type { OverProps } from '../parts/late-over.tsx'
import { BellList } from './bell-list.tsx'
import classes from './shell.module.css'

type BellPopoverProps = { cabinet: Cabinet; total: number } & OverProps

export function BellPopover({ cabinet, total, target, isOpen, onChange }: BellPopoverProps) {
  const { t } = useTranslation()
  return (
    <Popover
      opened={isOpen}
      onChange={onChange}
      position="bottom-end"
      width={400}
      trapFocus
      returnFocus
      withinPortal
      shadow="md"
    >
      <Popover.Target>{cloneElement(target, { onClick: () => onChange(!isOpen) })}</Popover.Target>
      <Popover.Dropdown className={classes.bellList ?? ''} aria-label={t('notifications.title')}>
        <BellList cabinet={cabinet} total={total} onDone={() => onChange(false)} />
      </Popover.Dropdown>
    </Popover>
  )
}
