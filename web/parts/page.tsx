/** The frame of a page and its header: title, status, one primary action, everything else less prominent. */
import { Title } from '@mantine/core'
import { lazy, type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { MoreItem } from './more-menu.tsx'
import classes from './page.module.css'

export type { MoreItem }

const MoreMenu = lazy(() => import('./more-menu.tsx').then((file) => ({ default: file.MoreMenu })))

type PageProps = {
  /** `wide` for editors, `narrow` for a single form. */
  width?: 'normal' | 'wide' | 'narrow'
  children: ReactNode
}

export function Page({ width = 'normal', children }: PageProps) {
  return <div className={width === 'normal' ? classes.page : `${classes.page} ${classes[width]}`}>{children}</div>
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
          {more.length > 0 && (
            <Suspense fallback={null}>
              <MoreMenu label={t('common.moreActions')} items={more} />
            </Suspense>
          )}
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
