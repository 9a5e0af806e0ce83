/** The way without a .p12: a request made here, what to do with it at Apple, and the certificate that comes back. */
import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { IconDownload, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AppleCertificate } from '../../../contract/cards/certificates.ts'
import { P12_MAX_BYTES } from '../../../contract/limits.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { useShow } from '../../base/show.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { usePasswordAgain } from '../../parts/password-again.tsx'
import { StatusBadge } from '../../parts/status.tsx'
import { WriteButton } from '../../parts/write-button.tsx'
import classes from './certificates.module.css'
import { useDeleteRequest, useMakeRequest, useUploadIssued } from './data.ts'
import { FileDrop } from './drop.tsx'
import { type Fault, FaultNote, faultOf } from './fault.tsx'

const STEPS = ['s1', 's2', 's3', 's4', 's5'] as const
const REQUESTS_MAX = 3
const KB = 1024

type Request = AppleCertificate['requests'][number]

type RequestWayProps = {
  requests: readonly Request[]
  /** A request is what comes next: no certificate waits to be activated. */
  isNext: boolean
  /** Called when the certificate was read and matched. */
  onRead: () => void
}

export function RequestWay({ requests, isNext, onRead }: RequestWayProps) {
  const { t } = useTranslation()
  const { id: c } = useCabinet()
  const make = useMakeRequest(c)
  const isFirst = requests.length === 0
  return (
    <Stack gap="md">
      <Text c="dimmed">{t('certificates.apple.request.text')}</Text>
      {requests.map((request) => (
        <RequestRow key={request.id} request={request} />
      ))}
      {requests.length < REQUESTS_MAX && (
        <div>
          <WriteButton
            variant={isFirst && isNext ? 'filled' : 'default'}
            onClick={() => make.run({ params: { c } })}
            loading={make.isBusy}
            aria-busy={make.isBusy}
          >
            {t(isFirst ? 'certificates.apple.request.make' : 'certificates.apple.request.another')}
          </WriteButton>
        </div>
      )}
      {!isFirst && (
        <>
          <Title order={4}>{t('certificates.apple.request.next')}</Title>
          <ol className={classes.how}>
            {STEPS.map((step) => (
              <li key={step}>{t(`certificates.apple.request.steps.${step}`)}</li>
            ))}
          </ol>
          <Issued onRead={onRead} />
        </>
      )}
    </Stack>
  )
}

function RequestRow({ request }: { request: Request }) {
  const { t } = useTranslation()
  const show = useShow()
  const { id: c } = useCabinet()
  const [isAsked, setAsked] = useState(false)
  const again = usePasswordAgain()
  const remove = useDeleteRequest(c, again.showRefused)
  const name = t('certificates.apple.request.of', { date: show.dateTime(request.createdAt) })
  return (
    <Group gap="sm" className={classes.request ?? ''}>
      <Text fw={500}>{name}</Text>
      <StatusBadge tone="warning">{t('certificates.apple.request.waits')}</StatusBadge>
      <Group gap="xs">
        <Button
          component="a"
          size="sm"
          leftSection={<IconDownload size={18} aria-hidden="true" />}
          href={`data:application/pkcs10,${encodeURIComponent(request.pem)}`}
          download={`kartoteka-${request.createdAt.slice(0, 10)}.certSigningRequest`}
        >
          {t('certificates.apple.request.download')}
        </Button>
        <Button
          size="sm"
          variant="default"
          leftSection={<IconTrash size={18} aria-hidden="true" />}
          aria-label={`${t('certificates.apple.request.remove')}: ${name}`}
          onClick={() => setAsked(true)}
        >
          {t('certificates.apple.request.remove')}
        </Button>
      </Group>
      <ConfirmDialog
        isOpen={isAsked}
        onClose={() => setAsked(false)}
        title={t('certificates.apple.request.removeTitle')}
        confirmLabel={t('certificates.apple.request.removeSubmit')}
        isBusy={remove.isBusy}
        onConfirm={() =>
          void remove
            .ask({ params: { c, id: request.id }, body: again.given })
            .then((removed) => removed && setAsked(false))
        }
      >
        <Stack>
          <Text>{t('certificates.apple.request.removeText')}</Text>
          {again.field}
        </Stack>
      </ConfirmDialog>
    </Group>
  )
}

/** The .cer is read as soon as it is dropped: it has no password. */
function Issued({ onRead }: { onRead: () => void }) {
  const { t } = useTranslation()
  const show = useShow()
  const { id: c } = useCabinet()
  const [fault, setFault] = useState<Fault | null>(null)
  const upload = useUploadIssued(c, (refused) => {
    const found = faultOf(refused)
    if (found) setFault(found)
    return found !== undefined
  })
  const take = async (file: File | undefined) => {
    if (!file || upload.isBusy) return
    setFault(null)
    if (file.size > P12_MAX_BYTES)
      return setFault({ code: 'certificate_too_large', message: t('refusals.codes.certificate_too_large') })
    if (await upload.ask({ params: { c }, file })) onRead()
  }
  return (
    <Stack gap="md">
      <FileDrop
        label={t('certificates.apple.request.drop')}
        hint={t('certificates.apple.request.hint', { size: show.number(P12_MAX_BYTES / KB) })}
        accept=".cer,.crt,.pem,application/pkix-cert"
        onTake={(file) => void take(file)}
      />
      {fault && <FaultNote fault={fault} />}
    </Stack>
  )
}
