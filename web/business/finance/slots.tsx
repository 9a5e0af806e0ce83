import { Button, Group, NumberInput, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CurrentTariff, TariffKey } from '../../../contract/business/finance.ts'
import { SLOT_CARDS, SLOTS_MAX } from '../../../contract/limits.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { useShow } from '../../base/show.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { useChooseTariff } from './data.ts'
import classes from './finance.module.css'
import { price } from './price.ts'

/** More cards than the tariff includes, in blocks. Their number can only be raised. */
export function Slots({
  now,
  tariff,
  slotPriceMinor,
}: {
  now: CurrentTariff
  tariff: TariffKey
  slotPriceMinor: number
}) {
  const { t } = useTranslation()
  const show = useShow()
  const { id: c } = useCabinet()
  const [slots, setSlots] = useState(now.slots)
  const [isAsked, setIsAsked] = useState(false)
  const choose = useChooseTariff(t('payments.slots.done'))
  const added = slots - now.slots
  const cards = show.number(now.usage.cards.limit + added * SLOT_CARDS)
  const total = t('finance.perMonth', { price: price(now.priceMinor + added * slotPriceMinor) })
  return (
    <Stack gap="sm">
      <Title order={2}>{t('payments.slots.title')}</Title>
      <Text c="dimmed">
        {t('payments.slots.text', { cards: show.number(SLOT_CARDS), price: price(slotPriceMinor) })}
      </Text>
      <Group align="flex-end" gap="sm">
        <NumberInput
          className={classes.slots ?? ''}
          label={t('payments.slots.label')}
          value={slots}
          min={now.slots}
          max={SLOTS_MAX}
          clampBehavior="strict"
          allowDecimal={false}
          allowNegative={false}
          onChange={(value) => setSlots(typeof value === 'number' ? value : now.slots)}
        />
        {/* What helps then is the top-up. */}
        <Button variant={now.isLimited ? 'default' : 'filled'} disabled={added <= 0} onClick={() => setIsAsked(true)}>
          {t('payments.slots.button')}
        </Button>
      </Group>
      <Text aria-live="polite" className="k-number">
        {t('payments.slots.total', { cards, total })}
      </Text>
      <ConfirmDialog
        isOpen={isAsked}
        onClose={() => setIsAsked(false)}
        title={t('payments.slots.confirm', { cards: show.number(added * SLOT_CARDS) })}
        confirmLabel={t('payments.slots.button')}
        isDangerous={false}
        isBusy={choose.isBusy}
        onConfirm={() =>
          void choose
            .ask({ params: { c, tariffId: tariff }, body: { slots } })
            .then((done) => done && setIsAsked(false))
        }
      >
        <Text>{t('payments.slots.confirmText', { cards, total })}</Text>
      </ConfirmDialog>
    </Stack>
  )
}
