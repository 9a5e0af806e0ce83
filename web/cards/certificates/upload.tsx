/** A .p12 file and its password. Faults are shown here, with what to do about them. */
import { Group, Stack } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { P12_MAX_BYTES } from '../../../contract/limits.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { useShow } from '../../base/show.ts'
import { SecretInput } from '../../parts/secret-input.tsx'
import { WriteButton } from '../../parts/write-button.tsx'
import { useUpload } from './data.ts'
import { FileDrop } from './drop.tsx'
import { type Fault, type FaultCode, FaultNote, faultOf } from './fault.tsx'

const KB = 1024

/** @param onRead called when the server could read the file */
export function Upload({ onRead }: { onRead: () => void }) {
  const { t } = useTranslation()
  const show = useShow()
  const { id: c } = useCabinet()
  const passwordInput = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File | null>(null)
  const [password, setPassword] = useState('')
  const [fault, setFault] = useState<Fault | null>(null)
  const upload = useUpload(c, (refused) => {
    const found = faultOf(refused)
    if (!found) return false
    setFault(found)
    if (found.code === 'wrong_password') passwordInput.current?.select()
    return true
  })
  const refuse = (code: FaultCode) => setFault({ code, message: t(`refusals.codes.${code}`) })
  const take = (chosen: File | undefined) => {
    if (!chosen) return
    setFault(null)
    setFile(null)
    if (chosen.size > P12_MAX_BYTES) return refuse('certificate_too_large')
    if (!/\.(p12|pfx)$/i.test(chosen.name)) return refuse('not_a_p12')
    setFile(chosen)
    requestAnimationFrame(() => passwordInput.current?.focus())
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!file) return
    setFault(null)
    const reply = await upload.ask({ params: { c }, body: { password }, file })
    if (!reply) return
    setFile(null)
    setPassword('')
    onRead()
  }
  const size = show.number(P12_MAX_BYTES / KB)
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <FileDrop
          label={t('certificates.apple.upload.drop')}
          hint={file ? t('certificates.apple.upload.other') : t('certificates.apple.upload.hint', { size })}
          accept=".p12,.pfx,application/x-pkcs12"
          chosen={
            file &&
            t('certificates.apple.upload.chosen', {
              name: file.name,
              size: show.number(Math.max(0.1, Math.round((file.size / KB) * 10) / 10)),
            })
          }
          onTake={take}
        />
        {fault && <FaultNote fault={fault} />}
        {file && (
          <>
            <SecretInput
              ref={passwordInput}
              label={t('certificates.apple.upload.password')}
              description={t('certificates.apple.upload.passwordHint')}
              maxLength={200}
              autoComplete="off"
              value={password}
              error={fault?.code === 'wrong_password'}
              onChange={(event) => setPassword(event.currentTarget.value)}
            />
            <Group>
              <WriteButton type="submit" loading={upload.isBusy} aria-busy={upload.isBusy}>
                {t('certificates.apple.upload.submit')}
              </WriteButton>
            </Group>
          </>
        )}
      </Stack>
    </form>
  )
}
