/** A .p12 file and its password. Faults are shown here, with what to do about them. */
import { Button, Group, PasswordInput, Stack, Text } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import { IconCertificate, IconUpload } from '@tabler/icons-react'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { P12_MAX_BYTES } from '../../../contract/limits.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { useShow } from '../../base/show.ts'
import { StatusBanner } from '../../parts/status.tsx'
import classes from './certificates.module.css'
import { useUpload } from './data.ts'

const KB = 1024

const CODES = [
  'not_a_p12',
  'wrong_password',
  'no_private_key',
  'key_mismatch',
  'not_a_pass_certificate',
  'certificate_expired',
  'certificate_too_large',
  'unknown_issuer',
] as const
type Code = (typeof CODES)[number]
type Fault = { code: Code; message: string }

const codeOf = (code: string): Code | undefined =>
  CODES.find((one) => one === (code === 'too_large' ? 'certificate_too_large' : code))

/** @param onRead called when the server could read the file */
export function Upload({ onRead }: { onRead: () => void }) {
  const { t } = useTranslation()
  const show = useShow()
  const { id: c, role } = useCabinet()
  const openFiles = useRef<() => void>(null)
  const passwordInput = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File | null>(null)
  const [password, setPassword] = useState('')
  const [fault, setFault] = useState<Fault | null>(null)
  const upload = useUpload(c, (refused) => {
    const code = codeOf(refused.code)
    if (!code) return false
    setFault({ code, message: refused.message })
    if (code === 'wrong_password') passwordInput.current?.select()
    return true
  })
  const refuse = (code: Code) => setFault({ code, message: t(`refusals.codes.${code}`) })
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
  if (role !== 'owner') return <StatusBanner tone="info">{t('certificates.apple.upload.ownerOnly')}</StatusBanner>
  const size = show.number(P12_MAX_BYTES / KB)
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Dropzone
          openRef={openFiles}
          onDrop={(files) => take(files[0])}
          onReject={(rejected) => take(rejected[0]?.file)}
          maxFiles={1}
          multiple={false}
          className={classes.drop ?? ''}
          inputProps={{ 'aria-label': t('certificates.apple.upload.drop'), accept: '.p12,.pfx,application/x-pkcs12' }}
        >
          <div className={classes.dropText}>
            {file ? (
              <IconCertificate size={28} stroke={1.5} aria-hidden="true" />
            ) : (
              <IconUpload size={28} stroke={1.5} aria-hidden="true" />
            )}
            <span className={classes.dropTitle}>
              {file
                ? t('certificates.apple.upload.chosen', {
                    name: file.name,
                    size: show.number(Math.max(0.1, Math.round((file.size / KB) * 10) / 10)),
                  })
                : t('certificates.apple.upload.drop')}
            </span>
            <span className="k-small">
              {file ? t('certificates.apple.upload.other') : t('certificates.apple.upload.hint', { size })}
            </span>
          </div>
        </Dropzone>
        {fault && (
          <div role="alert" className={classes.fault}>
            <Text fw={600}>{fault.message}</Text>
            <Text>{t(`certificates.apple.help.${fault.code}`)}</Text>
          </div>
        )}
        {file && (
          <>
            <PasswordInput
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
              <Button type="submit" loading={upload.isBusy} aria-busy={upload.isBusy}>
                {t('certificates.apple.upload.submit')}
              </Button>
            </Group>
          </>
        )}
      </Stack>
    </form>
  )
}
