import { Progress } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { CurrentTariff } from '../../../contract/business/finance.ts'
import { useShow } from '../../base/show.ts'
import classes from './finance.module.css'

const KINDS = ['cards', 'templates', 'forms', 'users'] as const
/** From this share on a warning says that little is left. */
const NEARLY_FULL = 0.9

/** How much of each limit of the tariff is used, as a bar and in numbers. */
export function Usage({ usage }: Pick<CurrentTariff, 'usage'>) {
  const { t } = useTranslation()
  const show = useShow()
  return (
    <ul className={classes.usage}>
      {KINDS.map((kind) => {
        const { used, limit } = usage[kind]
        const share = limit > 0 ? Math.min(1, used / limit) : 1
        const state = used >= limit ? 'full' : share >= NEARLY_FULL ? 'nearly' : 'free'
        return (
          <li key={kind}>
            <div className={classes.usageHead}>
              <span>{t(`payments.usage.${kind}`)}</span>
              <span className="k-number">
                {t('payments.usage.of', { used: show.number(used), limit: show.number(limit) })}
              </span>
            </div>
            <Progress
              value={share * 100}
              color={state === 'free' ? 'brand' : state === 'nearly' ? 'yellow' : 'red'}
              aria-label={t(`payments.usage.${kind}`)}
            />
            {state !== 'free' && <span className={classes.note}>{t(`payments.usage.${state}`)}</span>}
          </li>
        )
      })}
    </ul>
  )
}
