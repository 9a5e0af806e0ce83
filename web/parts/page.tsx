/** The frame of a page and its header: title, status, one primary action, everything else less prominent. */
import { ActionIcon, Menu, Title } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './page.module.css'

type PageProps = {
  /** `wide` for editors, `narrow` for a single form. */
  width?: 'normal' | 'wide' | 'narrow'
  children: ReactNode
}

export function Page({ width = 'normal', children }: PageProps) {
  return <div className={width === 'normal' ? classes.page : `${classes.page} ${classes[width]}`}>{children}</div>
}

export type MoreItem = {
  label: string
  icon?: ReactNode
  isDangerous?: boolean
  isDisabled?: boolean
  /** Why this user may not do it; the item then only says so. */
  lockedBecause?: string
  onClick: () => void
}

type PageHeaderProps = {
  title: ReactNode
  /** A `StatusBadge` beside the title. */
  badge?: ReactNode
  /** One line under the title. */
  meta?: ReactNode
  /** The one filled button. */
  primary?: ReactNode
  /** Buttons of `variant="default"`, two at most. */
  secondary?: ReactNode
  /** Other actions, in a menu. */
  more?: readonly MoreItem[]
}

export function PageHeader({ title, badge, meta, primary, secondary, more = [] }: PageHeaderProps) {
  const { t } = useTranslation()
  return (
    <header className={classes.header}>
      <div className={classes.titles}>
        <div className={classes.line}>
          <Title order={1} className={classes.title}>
            {title}
          </Title>
          {badge}
        </div>
        {meta && <div className={classes.meta}>{meta}</div>}
      </div>
      {(primary || secondary || more.length > 0) && (
        <div className={classes.acts}>
          {more.length > 0 && <MoreMenu label={t('common.moreActions')} items={more} />}
          {secondary}
          {primary && (
            <div className={classes.primary} data-primary="">
              {primary}
            </div>
          )}
        </div>
      )}
    </header>
  )
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
