import { Button, Paper, Text, Title } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { TariffPlan } from '../../../contract/business/finance.ts'
import { SLOT_CARDS } from '../../../contract/limits.ts'
import { useShow } from '../../base/show.ts'
import { StatusBadge } from '../../parts/status.tsx'
import classes from './finance.module.css'
import { price } from './price.ts'

const LIMITS = [
  'cards',
  'templates',
  'forms',
  'segments',
  'triggers',
  'geoPoints',
  'beacons',
  'users',
  'apiPerHour',
  'apiPerSecond',
] as const

type PlanCardProps = { plan: TariffPlan; isPrimary: boolean; isOwner: boolean; onChoose: () => void }

export function PlanCard({ plan, isPrimary, isOwner, onChoose }: PlanCardProps) {
  const { t } = useTranslation()
  const show = useShow()
  const name = t(`cabinets.tariffs.${plan.key}`)
  const isCurrent = plan.choice === 'current'
  const features = (
    <ul className={classes.features}>
      {plan.features.map((feature) => (
        <li key={feature}>
          <IconCheck size={16} stroke={2} aria-hidden="true" />
          {t(`plans.features.${feature}`)}
        </li>
      ))}
    </ul>
  )
  return (
    <Paper withBorder p="lg" className={`${classes.plan} ${isCurrent ? classes.current : ''}`}>
      <div className={classes.planHead}>
        <Title order={2}>{name}</Title>
        {isCurrent && <StatusBadge tone="info">{t('plans.current')}</StatusBadge>}
        {plan.isArchived && !isCurrent && <StatusBadge tone="neutral">{t('plans.archived')}</StatusBadge>}
      </div>
      <Text className={`${classes.price} k-number`}>{price(plan.priceMinor)}</Text>
      <Text c="dimmed">{t('plans.for30')}</Text>
      <ul className={classes.limits}>
        {LIMITS.filter((key) => plan.limits[key] > 0).map((key) => (
          <li key={key}>
            <span>{t(`plans.limits.${key}`)}</span>
            <strong className="k-number">{show.number(plan.limits[key])}</strong>
          </li>
        ))}
      </ul>
      {features}
      {plan.slotPriceMinor !== null && (
        <Text className="k-small" c="dimmed">
          {t('plans.slots', { cards: show.number(SLOT_CARDS), price: price(plan.slotPriceMinor) })}
        </Text>
      )}
      {isOwner && !isCurrent && (
        <div className={classes.act}>
          <Button
            fullWidth
            variant={isPrimary ? 'filled' : 'default'}
            disabled={plan.choice === 'lower'}
            onClick={onChoose}
          >
            {t('plans.choose', { name })}
          </Button>
          {plan.choice === 'lower' && (
            <Text className="k-small" c="dimmed" mt={6}>
              {t('plans.lower')}
            </Text>
          )}
        </div>
      )}
    </Paper>
  )
}
