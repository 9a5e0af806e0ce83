import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { cabinets, type TileName, type Tiles } from '../../../contract/platform/cabinets.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { useRead } from '../../base/query.ts'
import { PagePanel } from '../../base/refusal.tsx'
import { PathLink } from '../../parts/link.tsx'
import { Unread } from '../../parts/unread-page.tsx'
import classes from './dashboard.module.css'

const FRESH_MS = 60_000

/** One tile, requested on its own; null when it could not be calculated. */
export function useTile<Name extends TileName>(name: Name) {
  const { id: c } = useCabinet()
  const read = useRead(cabinets.dashboard, { params: { c }, query: { tile: name } }, { everyMs: FRESH_MS })
  return { read, data: read.data?.[name] as Tiles[Name] | null | undefined }
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
  const { read, data } = useTile(name)
  const { label, to } = action(data ?? null)
  return (
    <section className={classes.tile} aria-busy={data === undefined && read.error === null}>
      <div className={classes.tileHead}>
        <TileIcon size={18} stroke={1.75} aria-hidden="true" />
        <h2 className={classes.tileTitle}>{title}</h2>
      </div>
      <div className={classes.body}>
        {data === undefined ? (
          <Unread
            read={read}
            isPart
            shapes={[
              { h: 36, w: 96 },
              { h: 16, w: '70%' },
            ]}
          />
        ) : data === null ? (
          <PagePanel error={null} onRetry={() => void read.refetch()} isRetrying={read.isFetching} isPart />
        ) : (
          children(data)
        )}
      </div>
      <div className={classes.foot}>
        <PathLink to={to} fw={500}>
          {label}
        </PathLink>
      </div>
    </section>
  )
}
