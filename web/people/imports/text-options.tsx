/** How the bytes of a file are read: it is uploaded once more with what is chosen here. */
import { Paper, Select, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import {
  IMPORT_ENCODINGS,
  IMPORT_SEPARATORS,
  type ImportEncoding,
  type ImportFile,
  type ImportSeparator,
} from '../../../contract/people/imports.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { StatusBanner } from '../../parts/status.tsx'
import { useUpload } from './data.ts'
import { UnreadableText } from './upload.tsx'
import { keepUploaded, useUploaded } from './uploaded.ts'

type Chosen = { encoding?: ImportEncoding; separator?: ImportSeparator; sheet?: string }

export function TextOptions({ file }: { file: ImportFile }) {
  const { t } = useTranslation()
  const { id: c, domain } = useCabinet()
  const navigate = useNavigate()
  const uploaded = useUploaded(file.id)
  const upload = useUpload(({ id }) => {
    if (uploaded) keepUploaded(id, uploaded)
    const params = { cabinetDomain: domain, importId: id }
    void navigate({ to: '/$cabinetDomain/clients/import/$importId', params, replace: true })
  })
  const { encoding, separator, sheet, sheets } = file
  if (file.kind === 'xlsx' && sheets.length < 2) return null
  const again = (change: Chosen) => {
    if (!uploaded) return
    const kept = {
      ...(encoding !== null && { encoding }),
      ...(separator !== null && { separator }),
      ...(sheet !== null && { sheet }),
    }
    upload.run({ params: { c }, body: { ...kept, ...change }, file: uploaded })
  }
  const isLocked = !uploaded || upload.isBusy
  return (
    <Paper p="lg" component="section" aria-labelledby="import-text">
      <Stack gap="md">
        <div>
          <Title order={2} id="import-text">
            {t('imports.text.title')}
          </Title>
          <Text c="dimmed">{t(uploaded ? 'imports.text.hint' : 'imports.text.again')}</Text>
        </div>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          {encoding !== null && (
            <Select
              label={t('imports.text.encoding')}
              data={IMPORT_ENCODINGS.map((value) => ({ value, label: t(`imports.text.encodings.${value}`) }))}
              value={encoding}
              onChange={(value) => value !== null && again({ encoding: value as ImportEncoding })}
              allowDeselect={false}
              disabled={isLocked}
            />
          )}
          {separator !== null && (
            <Select
              label={t('imports.text.separator')}
              data={IMPORT_SEPARATORS.map((value) => ({ value, label: t(`imports.text.${value}`) }))}
              value={separator}
              onChange={(value) => value !== null && again({ separator: value as ImportSeparator })}
              allowDeselect={false}
              disabled={isLocked}
            />
          )}
          {sheets.length > 1 && (
            <Select
              label={t('imports.text.sheet')}
              data={[...new Set(sheets)]}
              value={sheet}
              onChange={(value) => value !== null && again({ sheet: value })}
              allowDeselect={false}
              disabled={isLocked}
            />
          )}
        </SimpleGrid>
        {upload.refused && (
          <StatusBanner tone="danger">
            <UnreadableText refused={upload.refused} />
          </StatusBanner>
        )}
      </Stack>
    </Paper>
  )
}
