/** Limits that protect the account's money: SMS per day, and the countries they may go to. */
import { MultiSelect, NumberInput, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { SMS_LIMITS } from '../../../contract/limits.ts'
import { SmsTexts, type SmsTextsShown } from '../../../contract/people/verification.ts'
import { tagOf } from '../../../words/words.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { checkWith } from '../../base/form.ts'
import { useSavedForm } from '../../base/saved-form.ts'
import { useLanguage } from '../../base/words.ts'
import { SettingsCard } from '../../parts/settings-card.tsx'
import { useSaveTexts } from './acts.ts'

type Entered = { dailyLimit: number | ''; countries: string[] }

/** Sorted by name in the reader's language; the calling code can be searched too. */
function useCountries(offered: SmsTextsShown['offered']): { value: string; label: string }[] {
  const tag = tagOf(useLanguage())
  const names = new Intl.DisplayNames([tag], { type: 'region' })
  const { compare } = new Intl.Collator(tag)
  return offered
    .map(({ country, code }) => ({ value: country, label: `${names.of(country) ?? country} ${code}` }))
    .toSorted((one, other) => compare(one.label, other.label))
}

export function LimitsCard({ texts }: { texts: SmsTextsShown }) {
  const { t } = useTranslation()
  const cabinet = useCabinet()
  const countries = useCountries(texts.offered)
  /** In the order of the list, by name. */
  const enteredOf = (saved: SmsTextsShown): Entered => ({
    dailyLimit: saved.dailyLimit,
    countries: countries.map(({ value }) => value).filter((value) => saved.countries.includes(value)),
  })
  const form = useForm<Entered>({
    mode: 'controlled',
    initialValues: enteredOf(texts),
    validate: checkWith(SmsTexts.pick({ dailyLimit: true, countries: true })),
  })
  const save = useSaveTexts(form, t('verification.limits.saved'))
  const isOwner = cabinet.role === 'owner'
  const { isDirty, submit, leave } = useSavedForm(form, async ({ dailyLimit, countries: chosen }) => {
    const body = {
      linkText: texts.linkText,
      dailyLimit: Number(dailyLimit),
      ...(form.isDirty('countries') && { countries: chosen }),
    }
    const saved = await save.ask({ params: { c: cabinet.id }, body })
    return saved && enteredOf(saved)
  })
  return (
    <SettingsCard
      id="limits-title"
      title={t('verification.limits.title')}
      text={t('verification.limits.text')}
      maw={560}
      isDirty={isDirty}
      isSaving={save.isBusy}
      onSubmit={submit}
      locked={isOwner ? undefined : t('verification.ownerOnly')}
      dialogs={leave}
    >
      <NumberInput
        label={t('verification.limits.limit')}
        description={t('verification.limits.limitHint', { count: texts.sentToday })}
        min={1}
        max={SMS_LIMITS.perDayMax}
        allowDecimal={false}
        allowNegative={false}
        inputMode="numeric"
        maw={320}
        disabled={!isOwner}
        {...form.getInputProps('dailyLimit')}
      />
      <MultiSelect
        label={t('verification.limits.countries')}
        description={t('verification.limits.countriesHint')}
        data={countries}
        searchable
        hidePickedOptions
        disabled={!isOwner}
        maxDropdownHeight={280}
        nothingFoundMessage={t('verification.limits.countriesEmpty')}
        {...form.getInputProps('countries')}
      />
      {!texts.areCountriesChosen && (
        <Text className="k-small" c="dimmed">
          {t('verification.limits.countriesUsual')}
        </Text>
      )}
    </SettingsCard>
  )
}
