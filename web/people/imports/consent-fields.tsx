/** Where the consent of imported clients comes from, and its day. */
import { SimpleGrid, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ImportFile } from '../../../contract/people/imports.ts'
import { DayInput } from '../../parts/day/day-input.tsx'

type Choices = ImportFile['choices']

type ConsentFieldsProps = {
  choices: Pick<Choices, 'consentSource' | 'consentOn'>
  errors: Readonly<Record<string, string>>
  hints: { source: string; day: string }
  onChange: (change: Partial<Choices>) => void
}

export function ConsentFields({ choices, errors, hints, onChange }: ConsentFieldsProps) {
  const { t } = useTranslation()
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <TextInput
        label={t('imports.options.consent')}
        description={hints.source}
        maxLength={200}
        value={choices.consentSource}
        onChange={(event) => onChange({ consentSource: event.currentTarget.value })}
        error={errors.consentSource}
      />
      <DayInput
        label={t('imports.options.consentOn')}
        description={hints.day}
        value={choices.consentOn ?? ''}
        onChange={(day) => onChange({ consentOn: day || null })}
        error={errors.consentOn}
      />
    </SimpleGrid>
  )
}
