import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './page.module.css'

export type MoreItem = {
  label: string
  icon?: ReactNode
  isDangerous?: boolean
  isDisabled?: boolean
  /** Why this user may not do it; the item then only says so. */
  lockedBecause?: string
  onClick: () => void
}

/** A menu behind three dots. */
export function MoreMenu({ label, items }: { label: string; items: readonly MoreItem[] }) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={36} aria-label={label}>
          <IconDots size={20} stroke={1.75} aria-hidden="true" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {items.map((item) => (
          <Item key={item.label} item={item} />
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

function Item({ item }: { item: MoreItem }) {
  if (item.lockedBecause !== undefined)
    return (
      <Menu.Item leftSection={item.icon} aria-disabled="true" closeMenuOnClick={false} className={classes.locked ?? ''}>
        {item.label}
        <span className={classes.because}>{item.lockedBecause}</span>
      </Menu.Item>
    )
  return (
    <Menu.Item
      leftSection={item.icon}
      disabled={item.isDisabled ?? false}
      {...(item.isDangerous && { color: 'red' })}
      onClick={item.onClick}
    >
      {item.label}
    </Menu.Item>
  )
}
