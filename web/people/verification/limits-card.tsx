/** What guards the account's money: how many SMS leave in a day, and the countries they go to. */
import { Button, Group, MultiSelect, NumberInput, Paper, Stack, Text, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { SMS_LIMITS } from '../../../contract/limits.ts'
import { SmsTexts, type SmsTextsShown } from '../../../contract/people/verification.ts'
import { tagOf } from '../../../words/words.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { checkWith } from '../../base/form.ts'
import { useLeaveGuard } from '../../base/leave.tsx'
import { useLanguage } from '../../base/words.ts'
import { useSaveTexts } from './acts.ts'

type Entered = { dailyLimit: number | ''; countries: string[] }

/** By their names in the reader's language, with the calling code, which is typed as often. */
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
  /** In the order of their names, as the list has them. */
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
  const isDirty = form.isDirty()
  const send = async ({ dailyLimit, countries: chosen }: Entered) => {
    const body = {
      linkText: texts.linkText,
      dailyLimit: Number(dailyLimit),
      ...(form.isDirty('countries') && { countries: chosen }),
    }
    const saved = await save.ask({ params: { c: cabinet.id }, body })
    if (saved) {
      form.setValues(enteredOf(saved))
      form.resetDirty(enteredOf(saved))
    }
    return saved !== undefined
  }
  const leave = useLeaveGuard(isDirty, () =>
    form.validate().hasErrors ? Promise.resolve(false) : send(form.getValues()),
  )
  return (
    <Paper component="section" p="lg" aria-labelledby="limits-title">
      <form noValidate onSubmit={form.onSubmit((entered) => void send(entered))}>
        <Stack gap="md" maw={560}>
          <div>
            <Title order={2} id="limits-title">
              {t('verification.limits.title')}
            </Title>
            <Text c="dimmed">{t('verification.limits.text')}</Text>
          </div>
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
          {isOwner ? (
            <Group>
              <Button
                type="submit"
                variant={isDirty ? 'filled' : 'default'}
                disabled={!isDirty}
                loading={save.isBusy}
                aria-busy={save.isBusy}
              >
                {t('common.save')}
              </Button>
            </Group>
          ) : (
            <Text className="k-small" c="dimmed">
              {t('verification.ownerOnly')}
            </Text>
          )}
        </Stack>
      </form>
      {leave}
    </Paper>
  )
}
