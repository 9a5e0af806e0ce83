/** The first step out of a demo that has ended: the plan, which is what the payment is then for. */
import { Button, Radio, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CurrentTariff, TariffPlan } from '../../../contract/business/finance.ts'
import { SLOT_CARDS } from '../../../contract/limits.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { useShow } from '../../base/show.ts'
import { PathLink } from '../../parts/link.tsx'
import { Unread } from '../../parts/unread-page.tsx'
import { useChooseTariff, useTariffs } from './data.ts'
import { costOf, price } from './price.ts'

/** @param onClose leaves the dialog: for the plans, or because the balance pays for the plan already */
export function PlanStep({ now, onClose }: { now: CurrentTariff; onClose: () => void }) {
  const { t } = useTranslation()
  const show = useShow()
  const { id: c, domain, role } = useCabinet()
  const read = useTariffs(c)
  const [chosen, setChosen] = useState<string | null>(null)
  const plans = read.data?.filter(({ key, choice }) => key !== 'demo' && choice === 'free')
  const plan = plans?.find(({ key }) => key === chosen) ?? plans?.[0]
  const name = plan ? t(`cabinets.tariffs.${plan.key}`) : ''
  const choose = useChooseTariff(t('plans.done', { name }))
  const compare = (
    <PathLink to={`/${domain}/balance/tariffs-overview`} underline="always" fw={500} onClick={onClose}>
      {t('payments.dialog.compare')}
    </PathLink>
  )
  if (!plans) return <Unread read={read} shapes={[80, 240]} />
  if (role !== 'owner' || !plan)
    return (
      <Stack gap="md">
        <Text>{t('shell.banner.demoOver')}</Text>
        {role !== 'owner' && <Text>{t('plans.onlyOwner')}</Text>}
        {compare}
      </Stack>
    )
  const { slots } = costOf(plan, now.usage.cards.used)
  const descriptionOf = (one: TariffPlan) => {
    const cost = costOf(one, now.usage.cards.used)
    const count = one.limits.cards + cost.slots * SLOT_CARDS
    return t('payments.dialog.planCost', { count, price: price(cost.monthMinor), cards: show.number(count) })
  }
  const send = async () => {
    const done = await choose.ask({ params: { c, tariffId: plan.key }, body: { slots } })
    if (done && !done.isLimited) onClose()
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <Stack gap="md">
        <Text>{t('shell.banner.demoOver')}</Text>
        <Radio.Group label={t('payments.dialog.plan')} value={plan.key} onChange={setChosen}>
          <Stack gap="sm" mt="xs">
            {plans.map((one) => (
              <Radio
                key={one.key}
                value={one.key}
                label={t(`cabinets.tariffs.${one.key}`)}
                description={descriptionOf(one)}
              />
            ))}
          </Stack>
        </Radio.Group>
        <Text c="dimmed">{t('payments.dialog.planText')}</Text>
        <Button type="submit" loading={choose.isBusy} style={{ alignSelf: 'flex-start' }}>
          {t('payments.dialog.planNext', { name })}
        </Button>
        {compare}
      </Stack>
    </form>
  )
}
