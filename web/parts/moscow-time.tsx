import { Tooltip } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useShow } from '../base/show.ts'
import classes from './moscow-time.module.css'

/**
 * A time in Moscow, with the local time in the tooltip.
 * @param at ISO time in UTC
 */
export function MoscowTime({ at }: { at: string }) {
  const { t } = useTranslation()
  const show = useShow()
  return (
    <Tooltip label={t('common.mskLocal', { time: show.localTime(at) })}>
      <time dateTime={at} className={classes.moment}>
        {show.dateTime(at)}
      </time>
    </Tooltip>
  )
}
