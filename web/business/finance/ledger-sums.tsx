/** Above the transactions: what came in, went out and is left, real money and bonus money apart; how long it lasts. */
import { Paper, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { finance } from '../../../contract/business/finance.ts'
import type { ReplyOf } from '../../../contract/call.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { useShow } from '../../base/show.ts'
import { useOutlook } from './data.ts'
import classes from './finance.module.css'
import { Loading } from '../../parts/loading.tsx'
import { sum } from './price.ts'

type Summary = ReplyOf<typeof finance.sumTransactions>

export function LedgerSums({ summary }: { summary: Summary }) {
  const { t } = useTranslation()
  const sums = [
    [t('payments.sums.in'), summary.creditMinor, summary.creditBonusMinor],
    [t('payments.sums.out'), summary.debitMinor, summary.debitBonusMinor],
    [t('payments.sums.balance'), summary.balanceMinor, summary.bonusMinor],
  ] as const
  return (
    <dl className={classes.sums}>
      {sums.map(([name, amountMinor, bonusMinor]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="k-number">
            {sum(amountMinor)}
            {bonusMinor !== 0 && (
              <>
                <span className={classes.note}>
                  {t('payments.sums.money', { amount: sum(amountMinor - bonusMinor) })}
                </span>
                <span className={classes.note}>{t('payments.sums.bonus', { amount: sum(bonusMinor) })}</span>
              </>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Nothing is shown for an account that pays for nothing, or owes. */
export function Lasts() {
  const { t } = useTranslation()
  const show = useShow()
  const { id: c, tariff } = useCabinet()
  const { data: outlook, isPending } = useOutlook(c)
  if (isPending && tariff && !tariff.isDemo) return <Loading shapes={[{ h: { base: 94, sm: 76 } }]} />
  if (!outlook || outlook.lastsUntil === null) return null
  return (
    <Paper p="md" withBorder>
      <Text fw={600}>
        {t(outlook.smsMinor > 0 ? 'payments.lasts.untilSms' : 'payments.lasts.until', {
          date: show.date(outlook.lastsUntil),
        })}
      </Text>
      <Text className="k-small" c="dimmed">
        {t('payments.lasts.fixed', { amount: sum(outlook.fixedMinor) })}
        {outlook.smsMinor > 0 && ` ${t('payments.lasts.sms', { amount: sum(outlook.smsMinor) })}`}
      </Text>
    </Paper>
  )
}
