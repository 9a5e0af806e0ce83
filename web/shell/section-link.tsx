import type { ReactNode } from 'react'
import type { Cabinet } from '../../contract/platform/cabinets.ts'
import { LinkBox, PlainLinkBox } from '../parts/link.tsx'
import { isLocked, type Section } from './sections.ts'

/** A section, or where it is locked, a link to where it can be unlocked. */
export function SectionLink({
  section,
  cabinet,
  className,
  onClick,
  children,
}: {
  section: Section
  cabinet: Cabinet
  className: string
  onClick?: () => void
  children: ReactNode
}) {
  const params = { cabinetDomain: cabinet.domain }
  const rest = { params, className, ...(onClick && { onClick }) }
  if (isLocked(section, cabinet))
    return (
      <PlainLinkBox to="/$cabinetDomain/balance/tariffs-overview" {...rest} aria-disabled>
        {children}
      </PlainLinkBox>
    )
  return (
    <LinkBox
      to={section.to as '/$cabinetDomain'}
      {...rest}
      activeOptions={{ exact: section.key === 'overview', includeSearch: false }}
    >
      {children}
    </LinkBox>
  )
}
