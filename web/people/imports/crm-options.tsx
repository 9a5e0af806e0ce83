/** How people of the CRM become clients: with which card, and from where their consent comes. */
import { Checkbox, Group, Paper, Radio, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ImportFile } from '../../../contract/people/imports.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { useShow } from '../../base/show.ts'
import { StatusBanner } from '../../parts/status.tsx'
import { WriteButton } from '../../parts/write-button.tsx'
import { ConsentFields } from './consent-fields.tsx'
import { useCheck } from './data.ts'
import { DesignSelect } from './design-select.tsx'

export function CrmOptions({ file, onChecked }: { file: ImportFile; onChecked: () => void }) {
  const { t } = useTranslation()
  const show = useShow()
  const { id: c } = useCabinet()
  const [choices, setChoices] = useState(file.choices)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const check = useCheck(({ fields }) => {
    const messages = Object.entries(fields).map(([name, { message }]) => [name, message] as const)
    setErrors(Object.fromEntries(messages))
    return messages.length > 0
  })
  const { template } = choices
  const change = (one: Partial<typeof choices>) => setChoices({ ...choices, ...one })
  const crm = file.fileName
  const submit = async () => {
    if (template === null) return
    setErrors({})
    if (await check.ask({ params: { c, id: file.id }, body: { ...choices, template } })) onChecked()
  }
  if (file.rows === 0) return <StatusBanner tone="info">{t('imports.crm.nobody', { crm })}</StatusBanner>
  return (
    <Stack gap="lg">
      <Text>{t('imports.crm.read', { crm, n: show.number(file.rows) })}</Text>
      <Paper p="lg" component="section" aria-labelledby="import-options">
        <Stack gap="md">
          <Title order={2} id="import-options">
            {t('imports.crm.optionsTitle')}
          </Title>
          <Radio.Group
            label={t('imports.crm.how')}
            value={choices.asPreorders ? 'preorders' : 'cards'}
            onChange={(how) => change({ asPreorders: how === 'preorders' })}
          >
            <Stack gap="xs" mt="xs">
              <Radio value="cards" label={t('imports.crm.asCards')} description={t('imports.crm.asCardsHint')} />
              <Radio
                value="preorders"
                label={t('imports.crm.asPreorders')}
                description={t('imports.crm.asPreordersHint')}
              />
            </Stack>
          </Radio.Group>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <DesignSelect value={template} error={errors.template} onChange={(id) => change({ template: id })} />
          </SimpleGrid>
          <Checkbox
            label={t('imports.crm.withoutPhone')}
            description={t('imports.crm.withoutPhoneHint')}
            checked={choices.withoutPhone}
            onChange={(event) => change({ withoutPhone: event.currentTarget.checked })}
          />
          <ConsentFields
            choices={choices}
            errors={errors}
            hints={{ source: t('imports.crm.consentHint'), day: t('imports.crm.consentOnHint') }}
            onChange={change}
          />
        </Stack>
      </Paper>
      <Group justify="flex-end">
        <WriteButton
          onClick={() => void submit()}
          disabled={template === null}
          loading={check.isBusy}
          aria-busy={check.isBusy}
        >
          {t('imports.crm.check')}
        </WriteButton>
      </Group>
    </Stack>
  )
}
