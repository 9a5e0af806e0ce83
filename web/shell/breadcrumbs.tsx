import { useMatches } from '@mantine/core'
import { IconChevronLeft } from '@tabler/icons-react'
import { useRouterState } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useMaybeCabinet } from '../base/cabinet.tsx'
import { type Crumb, useShownBreadcrumbs } from '../base/page-title.tsx'
import { LinkAnchor, PathLink } from '../parts/link.tsx'
import { Bone } from '../parts/loading.tsx'
import classes from './shell.module.css'

/** Cabinet / section / object. On a phone only the last two, the first of them as a link back. */
export function Breadcrumbs() {
  const { t } = useTranslation()
  const cabinet = useMaybeCabinet()
  const own = useShownBreadcrumbs()
  const path = useRouterState({ select: (state) => state.location.pathname })
  const isPhone = useMatches({ base: true, sm: false }, { getInitialValueInEffect: false })
  const all: readonly Crumb[] = cabinet ? [{ text: cabinet.name, to: `/${cabinet.domain}` }, ...own] : own
  if (all.length === 0) return null
  if (isPhone) {
    const before = all.at(-2)
    const last = all.at(-1)
    return (
      <nav aria-label={t('shell.breadcrumbs')} style={{ display: 'flex', alignItems: 'center', minWidth: 0 }}>
        {before?.to !== undefined && before.to !== path && (
          <LinkAnchor
            to={before.to as '/'}
            className={classes.backTo ?? ''}
            aria-label={t('shell.backTo', { name: before.text ?? '' })}
          >
            <IconChevronLeft size={24} stroke={1.75} aria-hidden="true" />
          </LinkAnchor>
        )}
        {last && <Name crumb={last} isLast />}
      </nav>
    )
  }
  return (
    <nav aria-label={t('shell.breadcrumbs')} style={{ minWidth: 0 }}>
      <ol className={classes.crumbs}>
        {all.map((crumb, i) => (
          <li key={i}>
            <Name crumb={crumb} isLast={i === all.length - 1} />
          </li>
        ))}
      </ol>
    </nav>
  )
}

function Name({ crumb, isLast }: { crumb: Crumb; isLast: boolean }) {
  if (crumb.text === undefined) return <Bone w={96} h={16} />
  if (isLast || crumb.to === undefined)
    return (
      <span className={`${classes.crumb} ${isLast ? classes.here : ''}`} aria-current={isLast ? 'page' : undefined}>
        {crumb.text}
      </span>
    )
  return (
    <PathLink to={crumb.to} className={classes.crumb ?? ''}>
      {crumb.text}
    </PathLink>
  )
}
