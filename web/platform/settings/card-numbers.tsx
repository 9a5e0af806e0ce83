/** Where electronic card numbers begin and which numbers plastic cards have. */
import { Group, NumberInput, Switch } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { cardNumberText } from '../../../card/values.ts'
import type { General } from '../../../contract/platform/cabinets.ts'
import { FIRST_CARD_NUMBER_MAX, FREE_START_CARDS_MAX, PLASTIC_NUMBER_MAX } from '../../../contract/limits.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import type { DraftFields } from '../../parts/draft/conflict-dialog.tsx'
import { DraftDialogs } from '../../parts/draft/draft-bar.tsx'
import { KeptBanner } from '../../parts/draft/kept-banner.tsx'
import { SettingsCard } from '../../parts/settings-card.tsx'
import { StatusBanner } from '../../parts/status.tsx'
import { electronicOf } from './number-ranges.ts'
import { NumberRuler } from './number-ruler.tsx'
import { type Entered, numberOf, useNumbersForm } from './use-numbers-form.ts'

const DIGITS = {
  min: 1,
  allowDecimal: false,
  allowNegative: false,
  hideControls: true,
  inputMode: 'numeric',
  w: 160,
} as const

export function NumbersCard({ general }: { general: General }) {
  const { t } = useTranslation()
  const { role } = useCabinet()
  const { draft, errors, change } = useNumbersForm(general)
  const isFixed = role !== 'owner' || !general.areNumbersFree
  const { firstCardNumber, plastic } = draft.value
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void draft.save()
  }
  const electronic = electronicOf(
    Number(firstCardNumber) || 1,
    general.nextCardNumber,
    general.cardLimit,
    general.issued,
  )
  const kept =
    plastic && plastic.from !== '' && plastic.to !== '' && plastic.from <= plastic.to
      ? { from: plastic.from, to: plastic.to }
      : null
  const digits = { ...DIGITS, disabled: isFixed }
  return (
    <SettingsCard
      id="numbers-title"
      title={t('settings.numbers.title')}
      text={[
        t('settings.numbers.lead'),
        t('settings.numbers.next', { number: cardNumberText(general.nextCardNumber) }),
      ].join(' ')}
      isDirty={draft.isDirty}
      isSaving={draft.isSaving}
      onSubmit={submit}
      locked={isFixed ? null : undefined}
      dialogs={<DraftDialogs draft={draft} fields={useFields()} />}
    >
      <KeptBanner kept={draft.kept} />
      {!general.areNumbersFree && (
        <StatusBanner tone="neutral">{t('settings.numbers.locked', { limit: FREE_START_CARDS_MAX })}</StatusBanner>
      )}
      <NumberInput
        {...digits}
        label={t('settings.numbers.first')}
        max={FIRST_CARD_NUMBER_MAX}
        styles={{ label: { whiteSpace: 'nowrap' } }}
        value={firstCardNumber}
        onChange={(entered) => change({ firstCardNumber: numberOf(entered) })}
        error={errors.firstCardNumber}
      />
      <PlasticFields
        plastic={plastic}
        first={general.plastic ?? { from: electronic.to + 1, to: electronic.to + 1000 }}
        errors={errors}
        digits={digits}
        onChange={(entered) => change({ plastic: entered })}
      />
      {kept && <NumberRuler electronic={electronic} plastic={kept} />}
    </SettingsCard>
  )
}

/** Names of the fields in a conflict. */
function useFields(): DraftFields {
  const { t } = useTranslation()
  return {
    nameOf: ([field, end]) => {
      if (field === 'firstCardNumber') return t('settings.numbers.first')
      return end === undefined
        ? t('settings.numbers.hasPlastic')
        : t(end === 'from' ? 'settings.numbers.fromNo' : 'settings.numbers.toNo')
    },
  }
}

type PlasticFieldsProps = {
  plastic: Entered['plastic']
  /** Initial range. */
  first: { from: number; to: number }
  errors: Readonly<Record<string, ReactNode>>
  digits: typeof DIGITS & { disabled: boolean }
  onChange: (plastic: Entered['plastic']) => void
}

function PlasticFields({ plastic, first, errors, digits, onChange }: PlasticFieldsProps) {
  const { t } = useTranslation()
  return (
    <>
      <Switch
        label={t('settings.numbers.hasPlastic')}
        description={t('settings.numbers.plasticHint')}
        checked={plastic !== null}
        disabled={digits.disabled}
        onChange={(event) => onChange(event.currentTarget.checked ? first : null)}
      />
      {plastic && (
        <Group gap="sm" align="flex-start">
          <NumberInput
            {...digits}
            label={t('settings.numbers.fromNo')}
            max={PLASTIC_NUMBER_MAX}
            value={plastic.from}
            onChange={(entered) => onChange({ ...plastic, from: numberOf(entered) })}
            error={errors['plastic.from']}
          />
          <NumberInput
            {...digits}
            label={t('settings.numbers.toNo')}
            max={PLASTIC_NUMBER_MAX}
            value={plastic.to}
            onChange={(entered) => onChange({ ...plastic, to: numberOf(entered) })}
            error={errors['plastic.to']}
          />
        </Group>
      )}
    </>
  )
}
