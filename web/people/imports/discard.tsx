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
  const label = t(file.isOfCrm ? 'imports.crm.discard' : 'imports.remove.button')
  const discard = useDiscard(
    () => void navigate({ to: '/$cabinetDomain/clients/import', params: { cabinetDomain: domain } }),
  )
  return (
    <>
      <Button variant="default" onClick={() => setIsAsking(true)}>
        {label}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title={t('imports.remove.title', { name: file.fileName })}
        confirmLabel={label}
        onConfirm={() => discard.run({ params: { c, id: file.id } })}
        isBusy={discard.isBusy}
      >
        <Text>{file.isOfCrm ? t('imports.crm.discardText', { crm: file.fileName }) : t('imports.remove.text')}</Text>
      </ConfirmDialog>
    </>
  )
}
