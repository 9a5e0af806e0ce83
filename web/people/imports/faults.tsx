/** Lines that were refused, by reason, and the file that names each of them. */
import { Button, List, Paper, Stack, Text, Title } from '@mantine/core'
import { IconFileDownload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ImportFile, LineFault } from '../../../contract/people/imports.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { useShow } from '../../base/show.ts'
import { useDownloadFaults } from './data.ts'

/** In a list the other line of a repeated one is not known. */
export function useFaultText() {
  const { t } = useTranslation()
  return (code: LineFault) => (code === 'repeated' ? t('imports.faultsList.repeated') : t(`imports.faults.${code}`))
}

export function Faults({ file }: { file: ImportFile }) {
  const { t } = useTranslation()
  const show = useShow()
  const { id: c } = useCabinet()
  const faultText = useFaultText()
  const download = useDownloadFaults()
  const isOver = Date.parse(file.expiresAt) <= Date.now()
  if (file.faults.length === 0) return null
  return (
    <Paper p="lg" component="section" aria-labelledby="import-faults">
      <Stack gap="sm" align="flex-start">
        <Title order={2} id="import-faults">
          {t(file.isOfCrm ? 'imports.crm.left' : 'imports.check.faultsTitle')}
        </Title>
        <List>
          {file.faults.map(({ code, lines }) => (
            <List.Item key={code}>
              {faultText(code)} — {t('imports.check.lines', { count: lines, n: show.number(lines) })}
            </List.Item>
          ))}
        </List>
        {!file.hasFile && !isOver && <Text c="dimmed">{t('imports.check.fileGone')}</Text>}
        {file.hasFile && (
          <>
            <Text c="dimmed">{t(file.isOfCrm ? 'imports.crm.leftText' : 'imports.check.faultsText')}</Text>
            <Button
              variant="default"
              leftSection={<IconFileDownload size={16} aria-hidden="true" />}
              onClick={() => download.run({ params: { c, id: file.id } })}
              loading={download.isBusy}
            >
              {t('imports.check.download')}
            </Button>
          </>
        )}
      </Stack>
    </Paper>
  )
}
