/** Changes one plan. What a colleague has saved meanwhile is merged field by field. */
import { Checkbox, NumberInput, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OperatedTariff } from '../../../contract/business/operated.ts'
import { useShow } from '../../base/show.ts'
import type { DraftFields } from '../../parts/draft/conflict-dialog.tsx'
import { DraftDrawer } from '../../parts/draft/draft-drawer.tsx'
import classes from './operator.module.css'
import type { Limit, TariffDraft, TariffField } from './tariff-draft.ts'
import { LIMITS } from './tariff-fields.ts'
import { fieldId, type TariffErrors, useTariffForm } from './use-tariff-form.ts'

/** @param tariff as it was read last */
export function TariffDrawer({ tariff, onClosed }: { tariff: OperatedTariff; onClosed: () => void }) {
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(true)
  const close = () => setIsOpen(false)
  const { draft, errors, change } = useTariffForm(tariff, close)
  return (
    <DraftDrawer
      draft={draft}
      fields={useFields()}
      title={t('operator.tariffs.editOf', { name: t(`operator.tariffs.names.${tariff.key}`) })}
      isOpen={isOpen}
      onClose={close}
      onClosed={onClosed}
    >
      <Text>{t('operator.tariffs.effect', { count: tariff.cabinets })}</Text>
      <TariffFields isDemo={tariff.key === 'demo'} value={draft.value} errors={errors} onChange={change} />
    </DraftDrawer>
  )
}

function useFieldName(): (field: TariffField) => string {
  const { t } = useTranslation()
  const names: Partial<Record<TariffField, string>> = {
    price: t('operator.tariffs.fields.priceMinor'),
    slotPrice: t('operator.tariffs.fields.slotPriceMinor'),
    hasSlots: t('operator.tariffs.hasSlots'),
    isArchived: t('operator.tariffs.isArchived'),
  }
  return (field) => names[field] ?? t(`operator.tariffs.fields.${field as Limit}`)
}

/** How a conflict names the fields and shows their values. */
function useFields(): DraftFields {
  const show = useShow()
  const nameOf = useFieldName()
  return {
    nameOf: ([field]) => nameOf(field as TariffField),
    textOf: ([field], value) => {
      if (typeof value !== 'number') return undefined
      return field === 'price' || field === 'slotPrice' ? show.money(value * 100) : show.number(value)
    },
  }
}

type TariffFieldsProps = {
  isDemo: boolean
  value: TariffDraft
  errors: TariffErrors
  onChange: (part: Partial<TariffDraft>) => void
}

function TariffFields({ isDemo, value, errors, onChange }: TariffFieldsProps) {
  const { t } = useTranslation()
  const nameOf = useFieldName()
  const common = (field: TariffField) => ({ id: fieldId(field), label: nameOf(field), error: errors[field] })
  const number = (field: Limit | 'price' | 'slotPrice') => ({
    ...common(field),
    min: 0,
    hideControls: true,
    value: value[field],
    onChange: (entered: number | string) => onChange({ [field]: entered === '' ? '' : Number(entered) }),
  })
  const box = (field: 'hasSlots' | 'isArchived') => ({
    ...common(field),
    checked: value[field],
    onChange: (event: { currentTarget: { checked: boolean } }) => onChange({ [field]: event.currentTarget.checked }),
  })
  return (
    <>
      <NumberInput {...number('price')} decimalScale={2} disabled={isDemo} data-autofocus={!isDemo} />
      <Checkbox {...box('hasSlots')} />
      {value.hasSlots && <NumberInput {...number('slotPrice')} decimalScale={2} />}
      <div className={classes.fields}>
        {LIMITS.map((limit) => (
          <NumberInput key={limit} {...number(limit)} allowDecimal={false} />
        ))}
      </div>
      {!isDemo && <Checkbox {...box('isArchived')} description={t('operator.tariffs.archivedText')} />}
    </>
  )
}
