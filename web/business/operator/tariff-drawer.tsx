/** Changes one tariff. Somebody who saved it meanwhile is said so, and his version can be loaded. */
import { Button, Checkbox, Drawer, Group, NumberInput, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type OperatedTariff, TariffInput } from '../../../contract/business/operated.ts'
import { faultsIn } from '../../base/form.ts'
import { StatusBanner } from '../../parts/status.tsx'
import { useSaveTariff, useTariffs } from './data.ts'
import classes from './operator.module.css'
import { LIMITS } from './tariff-fields.ts'

type Amount = number | string
type Values = {
  price: Amount
  slotPrice: Amount
  hasSlots: boolean
  isArchived: boolean
  limits: Record<(typeof LIMITS)[number], Amount>
}

const ofMinor = (minor: number) => minor / 100
const toMinor = (amount: Amount) => (amount === '' ? Number.NaN : Math.round(Number(amount) * 100))
const toCount = (amount: Amount) => (amount === '' ? Number.NaN : Number(amount))

function inputOf(tariff: OperatedTariff, values: Values): TariffInput {
  const limits = Object.fromEntries(LIMITS.map((key) => [key, toCount(values.limits[key])])) as Record<
    (typeof LIMITS)[number],
    number
  >
  return {
    ...limits,
    version: tariff.version,
    priceMinor: toMinor(values.price),
    slotPriceMinor: values.hasSlots ? toMinor(values.slotPrice) : null,
    isArchived: values.isArchived,
  }
}

/** Where the fault of a field of the call is shown. */
const PLACES: Readonly<Record<string, string>> = {
  priceMinor: 'price',
  slotPriceMinor: 'slotPrice',
  ...Object.fromEntries(LIMITS.map((key) => [key, `limits.${key}`])),
}

type TariffDrawerProps = { tariff: OperatedTariff; onClose: () => void; onFresh: (tariff: OperatedTariff) => void }

export function TariffDrawer({ tariff, onClose, onFresh }: TariffDrawerProps) {
  const { t } = useTranslation()
  const name = t(`operator.tariffs.names.${tariff.key}`)
  const isDemo = tariff.key === 'demo'
  const list = useTariffs()
  const [conflict, setConflict] = useState<string | null>(null)
  const form = useForm<Values>({
    initialValues: {
      price: ofMinor(tariff.priceMinor),
      slotPrice: tariff.slotPriceMinor === null ? '' : ofMinor(tariff.slotPriceMinor),
      hasSlots: tariff.slotPriceMinor !== null,
      isArchived: tariff.isArchived,
      limits: Object.fromEntries(LIMITS.map((key) => [key, tariff[key]])) as Values['limits'],
    },
    validate: (values) =>
      Object.fromEntries(
        Object.entries(faultsIn(TariffInput, inputOf(tariff, values))).map(([path, fault]) => [
          PLACES[path] ?? path,
          fault,
        ]),
      ),
  })
  const save = useSaveTariff(
    {
      setErrors: (errors) =>
        form.setErrors(
          Object.fromEntries(Object.entries(errors).map(([path, fault]) => [PLACES[path] ?? path, fault])),
        ),
    },
    (refused) => {
      if (refused.code !== 'version_conflict') return false
      setConflict(refused.message)
      return true
    },
  )
  const submit = form.onSubmit(async (values) => {
    if (await save.ask({ params: { key: tariff.key }, body: inputOf(tariff, values) })) onClose()
  })
  const load = async () => {
    const fresh = (await list.refetch()).data?.find((one) => one.key === tariff.key)
    if (fresh) onFresh(fresh)
  }
  return (
    <Drawer
      opened
      onClose={onClose}
      title={t('operator.tariffs.editOf', { name })}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <form noValidate onSubmit={submit}>
        <Stack>
          {conflict !== null && (
            <StatusBanner
              tone="warning"
              action={
                <Button variant="default" onClick={() => void load()} loading={list.isFetching}>
                  {t('operator.tariffs.load')}
                </Button>
              }
            >
              {conflict}
            </StatusBanner>
          )}
          <Text>{t('operator.tariffs.effect', { count: tariff.cabinets })}</Text>
          <NumberInput
            label={t('operator.tariffs.fields.priceMinor')}
            min={0}
            decimalScale={2}
            hideControls
            disabled={isDemo}
            {...form.getInputProps('price')}
          />
          <Checkbox label={t('operator.tariffs.hasSlots')} {...form.getInputProps('hasSlots', { type: 'checkbox' })} />
          {form.values.hasSlots && (
            <NumberInput
              label={t('operator.tariffs.fields.slotPriceMinor')}
              min={0}
              decimalScale={2}
              hideControls
              {...form.getInputProps('slotPrice')}
            />
          )}
          <div className={classes.fields}>
            {LIMITS.map((key) => (
              <NumberInput
                key={key}
                label={t(`operator.tariffs.fields.${key}`)}
                min={0}
                allowDecimal={false}
                hideControls
                {...form.getInputProps(`limits.${key}`)}
              />
            ))}
          </div>
          {!isDemo && (
            <Checkbox
              label={t('operator.tariffs.isArchived')}
              description={t('operator.tariffs.archivedText')}
              {...form.getInputProps('isArchived', { type: 'checkbox' })}
            />
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" loading={save.isBusy} aria-busy={save.isBusy}>
              {t('common.save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Drawer>
  )
}
