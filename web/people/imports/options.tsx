/** How the lines are read, and what happens to clients who are there already. */
import { Checkbox, Paper, Radio, Select, SimpleGrid, Stack, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type ImportFile, KNOWN_CLIENTS, type KnownClients } from '../../../contract/people/imports.ts'
import { useLanguage } from '../../base/words.ts'
import { tagOf } from '../../../words/words.ts'
import { ConsentFields } from './consent-fields.tsx'
import { DesignSelect } from './design-select.tsx'

export type Choices = ImportFile['choices']
type OptionsProps = {
  file: ImportFile
  choices: Choices
  /** Sentences by the name of a choice. */
  errors: Readonly<Record<string, string>>
  onChange: (change: Partial<Choices>) => void
}

const NO_COUNTRY = 'none'

function useCountries(codes: readonly string[]) {
  const tag = tagOf(useLanguage())
  const names = new Intl.DisplayNames([tag], { type: 'region' })
  return codes
    .map((value) => ({ value, label: names.of(value) ?? value }))
    .toSorted((one, other) => one.label.localeCompare(other.label, tag))
}

export function Options({ file, choices, errors, onChange }: OptionsProps) {
  const { t } = useTranslation()
  const countries = useCountries(file.countries)
  return (
    <Paper p="lg" component="section" aria-labelledby="import-options">
      <Stack gap="md">
        <Title order={2} id="import-options">
          {t('imports.options.title')}
        </Title>
        <Known known={choices.known} onChange={(known) => onChange({ known })} />
        <Checkbox
          label={t('imports.options.bringBack')}
          description={t('imports.options.bringBackHint')}
          checked={choices.bringBack}
          onChange={(event) => onChange({ bringBack: event.currentTarget.checked })}
        />
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <DesignSelect
            value={choices.template}
            error={errors.template}
            onChange={(template) => onChange({ template })}
          />
          <Select
            label={t('imports.options.country')}
            description={t('imports.options.countryHint')}
            data={[{ value: NO_COUNTRY, label: t('imports.options.noCountry') }, ...countries]}
            value={choices.country ?? NO_COUNTRY}
            onChange={(value) => onChange({ country: value === NO_COUNTRY ? null : value })}
            allowDeselect={false}
            searchable
          />
        </SimpleGrid>
        {file.asks.dates && (
          <Radio.Group
            label={t('imports.options.dates')}
            value={choices.dates}
            onChange={(dates) => onChange({ dates: dates as Choices['dates'] })}
          >
            <Stack gap="xs" mt="xs">
              <Radio value="dmy" label={t('imports.options.dmy')} />
              <Radio value="mdy" label={t('imports.options.mdy')} />
            </Stack>
          </Radio.Group>
        )}
        {file.asks.decimal && (
          <Radio.Group
            label={t('imports.options.decimal')}
            value={choices.decimal}
            onChange={(decimal) => onChange({ decimal: decimal as Choices['decimal'] })}
          >
            <Stack gap="xs" mt="xs">
              <Radio value="comma" label={t('imports.options.decimalComma')} />
              <Radio value="point" label={t('imports.options.decimalPoint')} />
            </Stack>
          </Radio.Group>
        )}
        <ConsentFields
          choices={choices}
          errors={errors}
          hints={{ source: t('imports.options.consentHint'), day: t('imports.options.consentOnHint') }}
          onChange={onChange}
        />
        {file.crm?.writes && (
          <Checkbox
            label={t('imports.options.toCrm', { crm: file.crm.title })}
            description={t('imports.options.toCrmHint', { crm: file.crm.title })}
            checked={choices.toCrm}
            onChange={(event) => onChange({ toCrm: event.currentTarget.checked })}
          />
        )}
      </Stack>
    </Paper>
  )
}

function Known({ known, onChange }: { known: KnownClients; onChange: (known: KnownClients) => void }) {
  const { t } = useTranslation()
  const hints = {
    skip: undefined,
    fill: t('imports.options.fillHint'),
    overwrite: t('imports.options.overwriteHint'),
  }
  return (
    <Radio.Group
      label={t('imports.options.known')}
      description={t('imports.options.knownHint')}
      value={known}
      onChange={(value) => onChange(value as KnownClients)}
    >
      <Stack gap="xs" mt="xs">
        {KNOWN_CLIENTS.map((value) => (
          <Radio key={value} value={value} label={t(`imports.options.${value}`)} description={hints[value]} />
        ))}
      </Stack>
    </Radio.Group>
  )
}
