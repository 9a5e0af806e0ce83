import { Anchor, Text } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { cabinets, type TileName, type Tiles } from '../../../contract/platform/cabinets.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { useRead } from '../../base/query.ts'
import { PathLink } from '../../parts/link.tsx'
import { Loading } from '../../parts/loading.tsx'
import classes from './dashboard.module.css'

const FRESH_MS = 60_000

/** One tile, requested on its own: undefined while loading, null when it could not be calculated. */
export function useTile<Name extends TileName>(
  name: Name,
): { data: Tiles[Name] | null | undefined; again: () => void } {
  const { id: c } = useCabinet()
  const read = useRead(cabinets.dashboard, { params: { c }, query: { tile: name } }, { everyMs: FRESH_MS })
  return {
    data: read.data ? ((read.data[name] as Tiles[Name]) ?? null) : read.isError ? null : undefined,
    again: () => void read.refetch(),
  }
}

type TileProps<Name extends TileName> = {
  name: Name
  title: string
  icon: Icon
  /** The one action of the tile; its figures are undefined while they load. */
  action: (data: NonNullable<Tiles[Name]> | null) => { label: string; to: string }
  children: (data: NonNullable<Tiles[Name]>) => ReactNode
}

/** A block of the overview that loads and fails independently of the others. */
export function Tile<Name extends TileName>({ name, title, icon: TileIcon, action, children }: TileProps<Name>) {
  const { t } = useTranslation()
  const { data, again } = useTile(name)
  const { label, to } = action(data ?? null)
  return (
    <section className={classes.tile} aria-busy={data === undefined}>
      <div className={classes.tileHead}>
        <TileIcon size={18} stroke={1.75} aria-hidden="true" />
        <h2 className={classes.tileTitle}>{title}</h2>
      </div>
      <div className={classes.body}>
        {data === undefined && (
          <Loading
            shapes={[
              { h: 36, w: 96 },
              { h: 16, w: '70%' },
            ]}
          />
        )}
        {data === null && (
          <div role="status">
            <Text c="dimmed">{t('dashboard.failed')}</Text>
            <Anchor component="button" type="button" fw={500} onClick={again}>
              {t('common.retry')}
            </Anchor>
          </div>
        )}
        {data !== undefined && data !== null && children(data)}
      </div>
      <div className={classes.foot}>
        <PathLink to={to} fw={500}>
          {label}
        </PathLink>
      </div>
    </section>
  )
}
