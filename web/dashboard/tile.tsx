import { Skeleton, Text } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { PathLink } from '../parts/link.tsx'
import classes from './dashboard.module.css'

type TileProps<D> = {
  title: string
  icon: Icon
  /** undefined while loading, null when it could not be counted. */
  data: D | null | undefined
  /** The one thing to do from here. */
  action: { label: string; to: string }
  children: (data: D) => ReactNode
}

/** A block of the overview that loads and fails alone. */
export function Tile<D>({ title, icon: TileIcon, data, action, children }: TileProps<D>) {
  const { t } = useTranslation()
  return (
    <section className={classes.tile} aria-busy={data === undefined}>
      <div className={classes.tileHead}>
        <TileIcon size={18} stroke={1.75} aria-hidden="true" />
        <h2 className={classes.tileTitle}>{title}</h2>
      </div>
      <div className={classes.body}>
        {data === undefined && <><Skeleton h={36} w={96} /><Skeleton h={16} w="70%" mt={8} /></>}
        {data === null && <Text c="dimmed">{t('dashboard.failed')}</Text>}
        {data !== undefined && data !== null && children(data)}
      </div>
      <div className={classes.foot}><PathLink to={action.to} fw={500}>{action.label}</PathLink></div>
    </section>
  )
}
