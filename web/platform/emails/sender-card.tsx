/** Sender name and reply-to address. A new address is shown here until it is confirmed. */
import { TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import type { Sender, SenderInput } from '../../../contract/platform/emails.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { useSavedForm } from '../../base/saved-form.ts'
import { useShow } from '../../base/show.ts'
import { useCountdown } from '../../base/countdown.ts'
import { SettingsCard } from '../../parts/settings-card.tsx'
import { StatusBadge, StatusBanner } from '../../parts/status.tsx'
import { WriteButton } from '../../parts/write-button.tsx'
import { useResend, useSaveSender } from './data.ts'

export type SenderForm = UseFormReturnType<SenderInput>

/** The address that waits for confirmation comes first, because it was entered later. */
export const enteredOf = (sender: Sender): SenderInput => ({
  senderName: sender.senderName,
  replyTo: sender.waiting?.email ?? sender.replyTo,
})

export function SenderCard({ sender, form }: { sender: Sender; form: SenderForm }) {
  const { t } = useTranslation()
  const { id: c, role } = useCabinet()
  const save = useSaveSender(form)
  const isOwner = role === 'owner'
  const { isDirty, submit, leave } = useSavedForm(form, async (body) => {
    const saved = await save.ask({ params: { c }, body })
    return saved && enteredOf(saved)
  })
  const isInUse = sender.replyTo !== '' && form.values.replyTo.trim().toLowerCase() === sender.replyTo.toLowerCase()
  return (
    <SettingsCard
      id="sender-title"
      title={t('emails.sender.title')}
      isDirty={isDirty}
      isSaving={save.isBusy}
      onSubmit={submit}
      locked={isOwner ? undefined : t('emails.ownerOnly')}
      dialogs={leave}
    >
      <TextInput
        label={t('emails.sender.name')}
        description={t('emails.sender.nameHint', { address: sender.product.address, product: sender.product.name })}
        placeholder={sender.product.name}
        maxLength={60}
        maw={420}
        disabled={!isOwner}
        autoComplete="off"
        {...form.getInputProps('senderName')}
      />
      <div>
        <TextInput
          type="email"
          inputMode="email"
          label={t('emails.sender.replyTo')}
          description={t('emails.sender.replyToHint')}
          maxLength={254}
          maw={420}
          disabled={!isOwner}
          autoComplete="off"
          {...form.getInputProps('replyTo')}
        />
        {isInUse && (
          <div style={{ marginTop: 6 }}>
            <StatusBadge tone="success">{t('emails.sender.confirmed')}</StatusBadge>
          </div>
        )}
      </div>
      {sender.waiting && <Waiting sender={sender} waiting={sender.waiting} isOwner={isOwner} />}
    </SettingsCard>
  )
}

function Waiting({
  sender,
  waiting,
  isOwner,
}: {
  sender: Sender
  waiting: NonNullable<Sender['waiting']>
  isOwner: boolean
}) {
  const { t } = useTranslation()
  const show = useShow()
  const { id: c } = useCabinet()
  const resend = useResend(waiting.email)
  const wait = useCountdown()
  const again = async () => {
    const reply = await resend.ask({ params: { c } })
    if (reply) wait.start(reply.nextInSeconds)
  }
  return (
    <StatusBanner
      tone={waiting.isOver ? 'warning' : 'info'}
      action={
        isOwner && (
          <WriteButton
            variant="default"
            onClick={() => void again()}
            disabled={wait.secondsLeft > 0}
            loading={resend.isBusy}
            aria-busy={resend.isBusy}
          >
            {wait.secondsLeft > 0
              ? t('emails.sender.againIn', { seconds: wait.secondsLeft })
              : t('emails.sender.again')}
          </WriteButton>
        )
      }
    >
      {waiting.isOver
        ? t('emails.sender.overText', { email: waiting.email })
        : t('emails.sender.waitingText', { email: waiting.email, when: show.dateTime(waiting.until) })}{' '}
      {sender.replyTo === '' ? t('emails.sender.inUseNone') : t('emails.sender.inUse', { email: sender.replyTo })}
    </StatusBanner>
  )
}
