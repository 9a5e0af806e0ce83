/** Chooses a file and sends it; shows why it cannot be read. */
import { Button, Loader, Stack, Text } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IMPORT_LIMITS } from '../../../contract/limits.ts'
import { UNREADABLE } from '../../../contract/people/imports.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import type { Refused } from '../../base/refused.ts'
import { useShow } from '../../base/show.ts'
import { StatusBanner } from '../../parts/status.tsx'
import { useUpload } from './data.ts'
import classes from './imports.module.css'
import { keepUploaded } from './uploaded.ts'

const MB = 1024 * 1024

export function Upload() {
  const { t } = useTranslation()
  const show = useShow()
  const cabinet = useCabinet()
  const navigate = useNavigate()
  const openFiles = useRef<() => void>(null)
  const [file, setFile] = useState<File>()
  const [isTooLarge, setIsTooLarge] = useState(false)
  const upload = useUpload(({ id }) => {
    if (file) keepUploaded(id, file)
    void navigate({
      to: '/$cabinetDomain/clients/import/$importId',
      params: { cabinetDomain: cabinet.domain, importId: id },
    })
  })
  const size = { mb: show.number(IMPORT_LIMITS.fileBytes / MB), n: show.number(IMPORT_LIMITS.rows) }
  const take = (chosen: File | undefined) => {
    if (!chosen) return
    upload.reset()
    setFile(chosen)
    setIsTooLarge(chosen.size > IMPORT_LIMITS.fileBytes)
    if (chosen.size <= IMPORT_LIMITS.fileBytes) upload.run({ params: { c: cabinet.id }, body: {}, file: chosen })
  }
  return (
    <Stack gap="md">
      <Dropzone
        openRef={openFiles}
        onDrop={(files) => take(files[0])}
        onReject={(rejected) => take(rejected[0]?.file)}
        maxFiles={1}
        multiple={false}
        disabled={upload.isBusy}
        className={classes.drop ?? ''}
        inputProps={{ 'aria-label': t('imports.drop'), accept: '.csv,.txt,.tsv,.xlsx' }}
      >
        <div className={classes.dropText} role="status">
          {upload.isBusy ? (
            <Loader size={28} aria-hidden="true" />
          ) : (
            <IconFileSpreadsheet size={28} stroke={1.5} aria-hidden="true" />
          )}
          <span className={classes.dropTitle}>
            {upload.isBusy ? t('imports.reading', { name: file?.name ?? '' }) : t('imports.drop')}
          </span>
          <span className="k-small">{t('imports.dropHint', size)}</span>
        </div>
      </Dropzone>
      {isTooLarge && <StatusBanner tone="danger">{t('imports.tooLarge', size)}</StatusBanner>}
      {upload.refused && !isTooLarge && (
        <StatusBanner
          tone="danger"
          action={
            <Button variant="default" onClick={() => openFiles.current?.()}>
              {t('imports.another')}
            </Button>
          }
        >
          <Text fw={600} className={classes.name ?? ''}>
            {file?.name}
          </Text>
          <UnreadableText refused={upload.refused} />
        </StatusBanner>
      )}
    </Stack>
  )
}

/** Why a file cannot be read, and what helps. */
export function UnreadableText({ refused }: { refused: Refused }) {
  const { t } = useTranslation()
  const show = useShow()
  const reason = UNREADABLE.find((one) => one === refused.detail.reason)
  if (refused.code === 'too_large')
    return <Text>{t('imports.tooLarge', { mb: show.number(IMPORT_LIMITS.fileBytes / MB) })}</Text>
  if (!reason) return <Text>{refused.message}</Text>
  const { line } = refused.detail
  if (reason === 'damaged' && typeof line === 'number')
    return <Text>{t('imports.unreadable.damagedAt', { line: show.number(line) })}</Text>
  return (
    <Text>
      {t(`imports.unreadable.${reason}`, {
        n: show.number(IMPORT_LIMITS.rows),
        columns: show.number(IMPORT_LIMITS.columns),
      })}
    </Text>
  )
}
