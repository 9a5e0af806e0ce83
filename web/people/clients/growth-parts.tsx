import { Paper, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { GrowthPart } from '../../../contract/people/growth.ts'
import { useShow } from '../../base/show.ts'
import classes from './clients.module.css'
import { type FigureName, valueOf } from './growth-figures.ts'

/** `direct` and what was too much to keep have names in every language. */
export function useSourceName(): (source: string) => string {
  const { t } = useTranslation()
  return (source) => {
    if (source === 'direct') return t('growth.direct')
    return source === '…' ? t('growth.others') : source
  }
}

type PartsProps = { of: 'forms' | 'templates' | 'sources' | 'links'; parts: readonly GrowthPart[]; figure: FigureName }

/** How a figure is made up. */
export function GrowthParts({ of, parts, figure }: PartsProps) {
  const { t } = useTranslation()
  const show = useShow()
  const nameOfSource = useSourceName()
  const nameOf = ({ id, name }: GrowthPart) => {
    if (name !== null) return of === 'sources' ? nameOfSource(name) : name
    return id === null ? t('growth.noForm') : t('growth.deleted')
  }
  const rows = parts
    .map((part) => ({ id: part.id ?? '', name: nameOf(part), value: valueOf(part, figure) ?? 0 }))
    .filter((row) => row.value > 0)
    .toSorted((one, other) => other.value - one.value)
  const total = rows.reduce((sum, row) => sum + row.value, 0)
  return (
    <Paper p="md">
      <Title order={3} mb="sm">
        {t(`growth.parts.${of}`)}
      </Title>
      {total === 0 ? (
        <Text c="dimmed">{t('growth.none')}</Text>
      ) : (
        <ul className={classes.split}>
          {rows.map((row) => (
            <li key={row.id}>
              <div className={classes.splitLine}>
                <span className={classes.splitName} title={row.name}>
                  {row.name}
                </span>
                <span className="k-number" style={{ whiteSpace: 'nowrap' }}>
                  {show.number(row.value)} · {show.share(row.value / total)}
                </span>
              </div>
              <div className={classes.bar} aria-hidden="true">
                <span style={{ width: `${(row.value / total) * 100}%` }} />
              </div>
            </li>
          ))}
        </ul>
      )}
    </Paper>
  )
}
