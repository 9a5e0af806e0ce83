/** Puts a logo or a background on a form of a business, whose owner has asked support for it. */
import { Button, FileInput, Group, Modal, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formLooks } from '../../../contract/business/form-looks.ts'
import type { OpenedOperatedCabinet } from '../../../contract/business/operated.ts'
import { FORM_LOOK_PARTS, FORM_LOOK_SLOTS, type FormLookPart } from '../../../contract/limits.ts'
import { useRead } from '../../base/query.ts'
import { useWrite } from '../../base/write.ts'
import { StatusBanner } from '../../parts/status.tsx'

/** The key in an address of a form, or what was typed. */
const keyIn = (typed: string) => /\/f\/[^/]+\/(\w+)/.exec(typed)?.[1] ?? typed.trim()

export function FormLookDialog({ cabinet, onClose }: { cabinet: OpenedOperatedCabinet; onClose: () => void }) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const [part, setPart] = useState<FormLookPart>('logo')
  const [file, setFile] = useState<File | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const formKey = keyIn(typed)
  // A key of the demo is a short word; one that is being typed is no question yet.
  const isKey = /^[a-z0-9]{12}$/.test(formKey) || (formKey !== typed.trim() && /^[a-z0-9]+$/.test(formKey))
  const params = { cabinet: cabinet.id, formKey }
  const read = useRead(formLooks.readFormLook, isKey ? { params } : null)
  const look = read.data
  const options = {
    refresh: [formLooks.readFormLook],
    done: t('operator.look.saved'),
    onRefused: ({ message }: { message: string }) => {
      setFault(message)
      return true
    },
  }
  const upload = useWrite(formLooks.uploadFormLook, options)
  const remove = useWrite(formLooks.removeFormLook, options)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setFault(null)
    if (file) upload.run({ params, body: { part }, file })
  }
  const { width, height } = FORM_LOOK_SLOTS[part]
  const isFound = look !== undefined && isKey
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('operator.look.title')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <form noValidate onSubmit={submit}>
        <Stack>
          <TextInput
            label={t('operator.look.form')}
            description={t('operator.look.formHint')}
            value={typed}
            error={isKey && read.isError && read.error.message}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          {isFound && <Text>{t('operator.look.found', { name: look.name })}</Text>}
          <NativeSelect
            label={t('operator.look.part')}
            value={part}
            data={FORM_LOOK_PARTS.map((value) => ({ value, label: t(`operator.look.parts.${value}`) }))}
            onChange={(event) => setPart(event.currentTarget.value as FormLookPart)}
          />
          <FileInput
            label={t('operator.look.file')}
            description={t('operator.look.size', { width, height })}
            accept="image/png"
            placeholder={t('operator.look.choose')}
            value={file}
            onChange={setFile}
          />
          {fault !== null && <StatusBanner tone="danger">{fault}</StatusBanner>}
          <Group justify="flex-end" gap="xs">
            {isFound && look[part] && (
              <Button variant="default" loading={remove.isBusy} onClick={() => remove.run({ params, body: { part } })}>
                {t('operator.look.remove')}
              </Button>
            )}
            <Button type="submit" disabled={!isFound || file === null} loading={upload.isBusy}>
              {t('operator.look.upload')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
