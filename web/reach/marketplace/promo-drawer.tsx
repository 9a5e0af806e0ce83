/** Adds or changes a promo code or an offer for friends. */
import { Group, NumberInput, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ModuleId, Promo } from '../../../contract/reach/marketplace.ts'
import { useShow } from '../../base/show.ts'
import type { DraftFields } from '../../parts/draft/conflict-dialog.tsx'
import { DraftDrawer } from '../../parts/draft/draft-drawer.tsx'
import { DayInput } from '../../parts/day/day-input.tsx'
import type { PromoModule } from './data.ts'
import type { PromoDraft } from './promo-draft.ts'
import { fieldId, type PromoErrors, usePromoForm } from './use-promo-form.ts'

type PromoDrawerProps = { module: PromoModule; promo: Promo | undefined; onClosed: () => void }

export function PromoDrawer({ module, promo, onClosed }: PromoDrawerProps) {
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(true)
  const close = () => setIsOpen(false)
  const { draft, errors, change } = usePromoForm(module, promo, close)
  return (
    <DraftDrawer
      draft={draft}
      fields={useFields(module.id)}
      title={t(`marketplace.edit.${promo ? 'change' : 'new'}.${module.id}`)}
      saveLabel={t(promo ? 'common.save' : 'marketplace.edit.submit')}
      isOpen={isOpen}
      onClose={close}
      onClosed={onClosed}
    >
      <PromoFields moduleId={module.id} value={draft.value} errors={errors} onChange={change} />
    </DraftDrawer>
  )
}

function useFieldName(moduleId: ModuleId): (field: keyof PromoDraft) => string {
  const { t } = useTranslation()
  const names = {
    code: t('marketplace.edit.code'),
    bonus: t('marketplace.edit.bonus'),
    inviter: t('marketplace.edit.inviter'),
    invited: t('marketplace.edit.invited'),
    max: t(moduleId === 'welcome' ? 'marketplace.edit.max' : 'marketplace.edit.maxFriends'),
    startsOn: t('marketplace.edit.starts'),
    endsOn: t('marketplace.edit.ends'),
  }
  return (field) => names[field]
}

/** How a conflict names the fields and shows their values. */
function useFields(moduleId: ModuleId): DraftFields {
  const show = useShow()
  const nameOf = useFieldName(moduleId)
  return {
    nameOf: ([field]) => nameOf(field as keyof PromoDraft),
    textOf: ([field], value) => {
      if (value === '') return undefined
      if (field === 'startsOn' || field === 'endsOn') return show.date(String(value))
      if (field === 'bonus' || field === 'inviter' || field === 'invited') return show.points(Number(value) * 100)
      return field === 'max' ? show.number(Number(value)) : undefined
    },
  }
}

const MONEY = {
  min: 0,
  max: 1_000_000,
  decimalScale: 2,
  hideControls: true,
  allowedDecimalSeparators: ['.', ','],
  inputMode: 'decimal' as const,
}
const COUNT = {
  min: 1,
  max: 1_000_000,
  allowDecimal: false,
  allowNegative: false,
  hideControls: true,
  inputMode: 'numeric' as const,
}

type PromoFieldsProps = {
  moduleId: ModuleId
  value: PromoDraft
  errors: PromoErrors
  onChange: (part: Partial<PromoDraft>) => void
}

function PromoFields({ moduleId, value, errors, onChange }: PromoFieldsProps) {
  const { t } = useTranslation()
  const nameOf = useFieldName(moduleId)
  const common = (field: keyof PromoDraft) => ({ id: fieldId(field), label: nameOf(field), error: errors[field] })
  const number = (field: 'bonus' | 'inviter' | 'invited' | 'max') => ({
    ...common(field),
    value: value[field],
    onChange: (entered: number | string) => onChange({ [field]: entered === '' ? '' : Number(entered) }),
  })
  const text = (field: 'code') => ({
    ...common(field),
    value: value[field],
    onChange: (event: { currentTarget: { value: string } }) => onChange({ [field]: event.currentTarget.value }),
  })
  const day = (field: 'startsOn' | 'endsOn') => ({
    ...common(field),
    value: value[field],
    onChange: (chosen: string) => onChange({ [field]: chosen }),
  })
  return (
    <>
      {moduleId === 'welcome' ? (
        <>
          <TextInput
            {...text('code')}
            description={t('marketplace.edit.codeHint')}
            maxLength={20}
            spellCheck={false}
            autoCapitalize="characters"
            autoComplete="off"
            data-autofocus
          />
          <NumberInput {...number('bonus')} {...MONEY} />
        </>
      ) : (
        <Group grow align="flex-start">
          <NumberInput {...number('inviter')} {...MONEY} data-autofocus />
          <NumberInput {...number('invited')} {...MONEY} />
        </Group>
      )}
      <NumberInput {...number('max')} description={t('marketplace.edit.maxHint')} {...COUNT} />
      <Group grow align="flex-start">
        <DayInput {...day('startsOn')} required />
        <DayInput {...day('endsOn')} />
      </Group>
      <div className="k-small" style={{ color: 'var(--k-text-2)' }}>
        {t('marketplace.edit.endsHint')}
      </div>
    </>
  )
}
