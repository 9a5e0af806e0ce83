/** Begins to bring everybody whom the CRM has; what follows is an import like one of a file. */
import { Paper, Stack, Text, Title } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { IMPORT_KEPT_DAYS } from '../../../contract/limits.ts'
import { cabinets } from '../../../contract/platform/cabinets.ts'
import { imports } from '../../../contract/people/imports.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { useWrite } from '../../base/write.ts'
import { WriteButton } from '../../parts/write-button.tsx'

export function BringClients({ name }: { name: string }) {
  const { t } = useTranslation()
  const { id: c, domain } = useCabinet()
  const navigate = useNavigate()
  const bring = useWrite(imports.bringFromCrm, {
    refresh: [imports.listImports, cabinets.listJobs],
    onDone: ({ id }) =>
      void navigate({
        to: '/$cabinetDomain/clients/import/$importId',
        params: { cabinetDomain: domain, importId: id },
      }),
  })
  return (
    <Paper p="lg" component="section" data-bring>
      <Stack gap="md" align="flex-start">
        <Title order={2}>{t('integration.bring.section', { crm: name })}</Title>
        <Text>{t('integration.bring.text', { crm: name, count: IMPORT_KEPT_DAYS })}</Text>
        <WriteButton
          variant="default"
          loading={bring.isBusy}
          aria-busy={bring.isBusy}
          onClick={() => bring.run({ params: { c } })}
        >
          {t('integration.bring.open', { crm: name })}
        </WriteButton>
      </Stack>
    </Paper>
  )
}
