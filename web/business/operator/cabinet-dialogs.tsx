/**
 * Dialogs that change a cabinet: more days of the demo, another tariff. Each shows its effect first.
 */
import { Button, Group, Modal, NativeSelect, NumberInput, Stack, Text } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TARIFF_KEYS, type TariffKey } from '../../../contract/business/finance.ts'
import { operator } from '../../../contract/business/operator.ts'
import type { OpenedOperatedCabinet } from '../../../contract/business/operated.ts'
import { DAY_MS } from '../../../contract/time.ts'
import { useShow } from '../../base/show.ts'
import { useCabinetAction } from './data.ts'

const DAYS_USUAL = 14
const DAYS_MAX = 60

export type ActProps = { cabinet: OpenedOperatedCabinet; onClose: () => void }

type ActDialogProps = {
  title: string
  confirmLabel: string
  isBusy: boolean
  isDisabled?: boolean
  onSubmit: (event?: FormEvent<HTMLFormElement>) => void
  onClose: () => void
  children: ReactNode
}

export function ActDialog({
  title,
  confirmLabel,
  isBusy,
  isDisabled = false,
  onSubmit,
  onClose,
  children,
}: ActDialogProps) {
  const { t } = useTranslation()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    onSubmit(event)
  }
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': t('common.close') }}>
      <form noValidate onSubmit={submit}>
        <Stack>
          {children}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" loading={isBusy} disabled={isDisabled} aria-busy={isBusy}>
              {confirmLabel}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

export function DemoDialog({ cabinet, onClose }: ActProps) {
  const { t } = useTranslation()
  const show = useShow()
  const [days, setDays] = useState<number | string>(DAYS_USUAL)
  const action = useCabinetAction(operator.extendDemo, cabinet.id, t('operator.cabinet.extended'))
  const isRight = typeof days === 'number' && Number.isInteger(days) && days >= 1 && days <= DAYS_MAX
  const until = isRight
    ? new Date(Math.max(Date.now(), Date.parse(cabinet.demoUntil ?? '') || 0) + days * DAY_MS).toISOString()
    : null
  const submit = async () => {
    if (isRight && (await action.ask({ params: { cabinet: cabinet.id }, body: { days } }))) onClose()
  }
  return (
    <ActDialog
      title={t('operator.cabinet.extendTitle', { name: cabinet.name })}
      confirmLabel={t('operator.cabinet.extendDemo')}
      isBusy={action.isBusy}
      isDisabled={!isRight}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <NumberInput
        label={t('operator.cabinet.days')}
        description={t('operator.cabinet.daysRange', { max: DAYS_MAX })}
        min={1}
        max={DAYS_MAX}
        allowDecimal={false}
        value={days}
        onChange={setDays}
        data-autofocus
      />
      {until !== null && <Text>{t('operator.cabinet.newEnd', { date: show.dateTime(until) })}</Text>}
    </ActDialog>
  )
}

export function TariffDialog({ cabinet, onClose }: ActProps) {
  const { t } = useTranslation()
  const [tariff, setTariff] = useState<TariffKey>(cabinet.tariff ?? 'base')
  const action = useCabinetAction(operator.setTariff, cabinet.id, t('operator.cabinet.saved'))
  const submit = async () => {
    if (await action.ask({ params: { cabinet: cabinet.id }, body: { tariff } })) onClose()
  }
  return (
    <ActDialog
      title={t('operator.cabinet.tariffTitle', { name: cabinet.name })}
      confirmLabel={t('operator.cabinet.setTariff')}
      isBusy={action.isBusy}
      isDisabled={tariff === cabinet.tariff}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <NativeSelect
        label={t('operator.cabinets.tariff')}
        value={tariff}
        data-autofocus
        data={TARIFF_KEYS.map((value) => ({ value, label: t(`operator.tariffs.names.${value}`) }))}
        onChange={(event) => setTariff(TARIFF_KEYS.find((key) => key === event.currentTarget.value) ?? tariff)}
      />
      <Text>{t('operator.cabinet.tariffText')}</Text>
    </ActDialog>
  )
}
