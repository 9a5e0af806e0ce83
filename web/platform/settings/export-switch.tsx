/** May clients be exported? */
import { Paper, Stack, Switch, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { General } from '../../../contract/platform/cabinets.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { useAllowExport } from './data.ts'

export function ExportCard({ general: { isExportAllowed } }: { general: General }) {
  const { t } = useTranslation()
  const { id: c, role } = useCabinet()
  const allow = useAllowExport(c)
  // The switch changes immediately; a refusal changes it back.
  const [asked, setAsked] = useState<boolean | null>(null)
  const change = async (status: boolean) => {
    setAsked(status)
    await allow.ask({ params: { c }, body: { status } })
    setAsked(null)
  }
  return (
    <Paper component="section" p="lg" aria-labelledby="export-title">
      <Stack gap="md">
        <Title order={2} id="export-title">
          {t('settings.export.title')}
        </Title>
        <Switch
          label={t('settings.export.label')}
          description={t('settings.export.hint')}
          checked={asked ?? isExportAllowed}
          disabled={role !== 'owner'}
          onChange={(event) => void change(event.currentTarget.checked)}
        />
        {role !== 'owner' && (
          <Text className="k-small" c="dimmed">
            {t('settings.account.ownerOnly')}
          </Text>
        )}
      </Stack>
    </Paper>
  )
}
