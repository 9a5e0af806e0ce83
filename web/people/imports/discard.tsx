/** Deletes a file that was not imported. */
import { Button, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ImportFile } from '../../../contract/people/imports.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { useDiscard } from './data.ts'

export function DiscardButton({ file }: { file: ImportFile }) {
  const { t } = useTranslation()
  const { id: c, domain } = useCabinet()
  const navigate = useNavigate()
  const [isAsking, setIsAsking] = useState(false)
  const discard = useDiscard(
    () => void navigate({ to: '/$cabinetDomain/clients/import', params: { cabinetDomain: domain } }),
  )
  return (
    <>
      <Button variant="default" onClick={() => setIsAsking(true)}>
        {t('imports.remove.button')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title={t('imports.remove.title', { name: file.fileName })}
        confirmLabel={t('imports.remove.button')}
        onConfirm={() => discard.run({ params: { c, id: file.id } })}
        isBusy={discard.isBusy}
      >
        <Text>{t('imports.remove.text')}</Text>
      </ConfirmDialog>
    </>
  )
}
