/** The current tariff: its price, its use, more cards, and the end of the demo. */
import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CurrentTariff } from '../../../contract/business/finance.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { useShow } from '../../base/show.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { LinkButton } from '../../parts/link.tsx'
import { StatusBadge, StatusBanner } from '../../parts/status.tsx'
import { Unread } from '../../parts/unread-page.tsx'
import { useEndDemo, useTariff } from './data.ts'
import classes from './finance.module.css'
import { GraceBanner } from './grace.tsx'
import { price, sum } from './price.ts'
import { Slots } from './slots.tsx'
import { Usage } from './usage.tsx'

export function TariffTab() {
  const { t } = useTranslation()
  const { id: c, role } = useCabinet()
  const read = useTariff(c)
  const now = read.data
  if (!now) return <Unread read={read} className={classes.halves} shapes={[220, 220]} />
  const isOwner = role === 'owner'
  return (
    <Stack>
      <GraceBanner />
      {now.isArchived && <StatusBanner tone="info">{t('finance.archivedNote')}</StatusBanner>}
      <div className={classes.halves}>
        <Paper p="lg" withBorder>
          <Stack gap="md">
            <Facts now={now} />
            {isOwner && now.key === 'demo' && !now.isLimited && <EndDemo c={c} />}
          </Stack>
        </Paper>
        <Paper p="lg" withBorder>
          <Title order={2} mb="md">
            {t('payments.usage.title')}
          </Title>
          <Usage usage={now.usage} />
        </Paper>
      </div>
      {isOwner && now.key !== null && now.slotPriceMinor !== null && !now.isArchived && (
        <Paper p="lg" withBorder>
          <Slots key={now.slots} now={now} tariff={now.key} slotPriceMinor={now.slotPriceMinor} />
        </Paper>
      )}
    </Stack>
  )
}

function Facts({ now }: { now: CurrentTariff }) {
  const { t } = useTranslation()
  const show = useShow()
  const { domain } = useCabinet()
  const rows: [string, string | undefined][] = [
    [
      t('payments.facts.price'),
      now.priceMinor === 0 ? t('finance.free') : t('finance.perMonth', { price: price(now.priceMinor) }),
    ],
    [
      t('payments.facts.modules'),
      now.modulesMinor === 0 ? undefined : t('finance.perMonth', { price: price(now.modulesMinor) }),
    ],
    [t('payments.facts.moduleFree'), now.moduleFreeUntil === null ? undefined : show.date(now.moduleFreeUntil)],
    [t('payments.facts.telegramFree'), now.telegramFreeUntil === null ? undefined : show.date(now.telegramFreeUntil)],
    [t('payments.facts.perDay'), now.perDayMinor === 0 ? undefined : sum(now.perDayMinor)],
    [t('payments.facts.money'), now.bonusMinor === 0 ? undefined : sum(now.moneyMinor)],
    [t('payments.facts.bonus'), now.bonusMinor === 0 ? undefined : sum(now.bonusMinor)],
    [t('payments.facts.slots'), now.slots === 0 ? undefined : show.number(now.slots)],
    [t('payments.facts.demoUntil'), now.demoUntil === null ? undefined : show.dateTime(now.demoUntil)],
    [t('payments.facts.nextCharge'), now.nextChargeAt === null ? undefined : show.dateTime(now.nextChargeAt)],
    [
      t('payments.facts.paidUntil'),
      now.perDayMinor === 0 || now.paidUntil === null ? undefined : show.date(now.paidUntil),
    ],
  ]
  return (
    <>
      <Group gap="sm">
        <Title order={2}>{now.key === null ? t('finance.noTariff') : t(`cabinets.tariffs.${now.key}`)}</Title>
        {now.isLimited ? (
          <StatusBadge tone="danger">{t('finance.limited')}</StatusBadge>
        ) : (
          <StatusBadge tone="success">{t('finance.inForce')}</StatusBadge>
        )}
      </Group>
      {now.isLimited && (
        <>
          <Text>{now.key === 'demo' ? t('finance.limitedDemo') : t('finance.limitedMoney')}</Text>
          <LinkButton
            to="/$cabinetDomain/balance/payments"
            params={{ cabinetDomain: domain }}
            style={{ alignSelf: 'flex-start' }}
          >
            {t('finance.topUp')}
          </LinkButton>
        </>
      )}
      <dl className={classes.facts}>
        {rows.map(
          ([name, value]) =>
            value !== undefined && (
              <div key={name}>
                <dt>{name}</dt>
                <dd className="k-number">{value}</dd>
              </div>
            ),
        )}
      </dl>
    </>
  )
}

function EndDemo({ c }: { c: number }) {
  const { t } = useTranslation()
  const [isAsked, setIsAsked] = useState(false)
  const end = useEndDemo(t('payments.endDemo.done'))
  return (
    <>
      <Button variant="default" style={{ alignSelf: 'flex-start' }} onClick={() => setIsAsked(true)}>
        {t('payments.endDemo.button')}
      </Button>
      <ConfirmDialog
        worksWhileLimited
        isOpen={isAsked}
        onClose={() => setIsAsked(false)}
        title={t('payments.endDemo.title')}
        confirmLabel={t('payments.endDemo.button')}
        isBusy={end.isBusy}
        onConfirm={() => void end.ask({ params: { c } }).then((done) => done && setIsAsked(false))}
      >
        <Text>{t('payments.endDemo.text')}</Text>
      </ConfirmDialog>
    </>
  )
}
