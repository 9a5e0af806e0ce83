/** The second step: what the columns are, and how the lines are imported. */
import { Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ImportFile } from '../../../contract/people/imports.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { StatusBanner } from '../../parts/status.tsx'
import { WriteButton } from '../../parts/write-button.tsx'
import { ColumnRows } from './column-rows.tsx'
import { useCheck, useVariables } from './data.ts'
import { Options } from './options.tsx'
import { chosenTwice, hasKey, targetText } from './targets.ts'
import { TextOptions } from './text-options.tsx'

export function ColumnsStep({ file, onChecked }: { file: ImportFile; onChecked: () => void }) {
  const { t } = useTranslation()
  const { id: c } = useCabinet()
  const variables = useVariables(c) ?? []
  const [choices, setChoices] = useState(file.choices)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const check = useCheck(({ fields }) => {
    const messages = Object.entries(fields).map(([name, { message }]) => [name, message] as const)
    setErrors(Object.fromEntries(messages))
    return messages.length > 0
  })
  const { columns, template } = choices
  const twice = chosenTwice(columns)
  const fault =
    twice !== undefined
      ? t('imports.columns.twice', { target: targetText(t, twice) })
      : hasKey(columns)
        ? errors.columns
        : t('imports.columns.needsKey')
  const submit = async () => {
    if (template === null) return
    setErrors({})
    if (await check.ask({ params: { c, id: file.id }, body: { ...choices, template } })) onChecked()
  }
  return (
    <Stack gap="lg">
      <Paper p="lg" component="section" aria-labelledby="import-columns">
        <Stack gap="md">
          <div>
            <Title order={2} id="import-columns">
              {t('imports.columns.title')}
            </Title>
            <Text c="dimmed">{t('imports.columns.lead')}</Text>
          </div>
          <ColumnRows
            file={file}
            variables={variables}
            chosen={columns}
            twice={twice}
            onChange={(column, target) => setChoices({ ...choices, columns: columns.with(column, target) })}
          />
          {fault !== undefined && <StatusBanner tone="warning">{fault}</StatusBanner>}
        </Stack>
      </Paper>
      <TextOptions file={file} />
      <Options
        file={file}
        choices={choices}
        errors={errors}
        onChange={(change) => setChoices({ ...choices, ...change })}
      />
      <Group justify="flex-end">
        <WriteButton
          onClick={() => void submit()}
          disabled={twice !== undefined || !hasKey(columns) || template === null}
          loading={check.isBusy}
          aria-busy={check.isBusy}
        >
          {t('imports.check.button')}
        </WriteButton>
      </Group>
    </Stack>
  )
}
