/** Rows of the audit log: what was done, then who, when, from where and by which request. */
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { AuditLogRow } from '../../../contract/business/operated.ts'
import { useShow } from '../../base/show.ts'
import { PathLink } from '../../parts/link.tsx'
import { useActionTexts } from './actions.ts'
import classes from './operator.module.css'

export function AuditLogRows({ rows, isInCabinet = false }: { rows: readonly AuditLogRow[]; isInCabinet?: boolean }) {
  const { t } = useTranslation()
  const show = useShow()
  const { sentenceOf } = useActionTexts()
  if (rows.length === 0) return <Text c="dimmed">{t('operator.log.none')}</Text>
  return (
    <ul className={classes.rows}>
      {rows.map((row) => (
        <li key={row.id}>
          <div className={classes.what}>
            <div className={classes.action}>{sentenceOf(row.call) ?? <code className="k-mono">{row.call}</code>}</div>
            <div className={classes.quiet}>
              {row.user === null ? (
                t('operator.log.nobody')
              ) : (
                <PathLink underline="always" to={`/operator/users/${row.user.id}`}>
                  {row.user.email || t('operator.log.gone')}
                </PathLink>
              )}
              {row.via === 'key' && ` · ${t('operator.log.key')}`}
              {!isInCabinet && row.cabinet !== null && (
                <>
                  {' · '}
                  <PathLink underline="always" to={`/operator/cabinets/${row.cabinet.id}`}>
                    {row.cabinet.name}
                  </PathLink>
                </>
              )}
              {' · '}
              <code className="k-mono">
                {row.method} {row.path}
              </code>
              {' · '}
              {row.ip}
              {' · '}
              <code className={`k-mono ${classes.whole}`}>{row.requestId}</code>
            </div>
          </div>
          <time className={classes.quiet} dateTime={row.at} title={show.localTime(row.at)}>
            {show.dateTime(row.at)}
          </time>
        </li>
      ))}
    </ul>
  )
}
