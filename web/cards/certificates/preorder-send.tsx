/** Who waits, by which way the links go and what that takes, before the button that sends them. */
import { Button, Radio, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CHANNELS, type Channel, type GenerationStatus } from '../../../contract/reach/preorders.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { StatusBanner } from '../../parts/status.tsx'
import { useGenerate } from './preorder-data.ts'

export function SendCards({ status, isOwner }: { status: GenerationStatus; isOwner: boolean }) {
  const { t } = useTranslation()
  const { id: c } = useCabinet()
  const [chosen, setChosen] = useState<Channel>('sms')
  const [isAsked, setIsAsked] = useState(false)
  const generate = useGenerate(c)
  const hasSms = status.smsProvider !== null
  const prefers = hasSms ? chosen : 'email'
  const send = async () => {
    await generate.ask({ params: { c }, body: { prefers, isAgain: false } })
    setIsAsked(false)
  }
  return (
    <Stack gap="sm" align="flex-start">
      <Text fw={600}>{t('preorders.waiting', { count: status.waiting })}</Text>
      {hasSms ? (
        <Radio.Group
          label={t('preorders.prefer.label')}
          value={prefers}
          onChange={(value) => setChosen(value === 'email' ? 'email' : 'sms')}
        >
          <Stack gap="xs" mt="xs">
            {CHANNELS.map((one) => (
              <Radio key={one} value={one} label={t(`preorders.prefer.${one}`)} />
            ))}
          </Stack>
        </Radio.Group>
      ) : (
        <StatusBanner tone="info">{t('preorders.plan.noProvider')}</StatusBanner>
      )}
      <PlanLines status={status} prefers={prefers} />
      {status.state === 'has_cards' && <Text c="dimmed">{t('preorders.needsCards')}</Text>}
      {isOwner && status.state === 'allow' && <Button onClick={() => setIsAsked(true)}>{t('preorders.start')}</Button>}
      <ConfirmDialog
        isOpen={isAsked}
        onClose={() => setIsAsked(false)}
        title={t('preorders.dialog.title', { count: status.waiting })}
        confirmLabel={t('preorders.dialog.submit')}
        isDangerous={false}
        isBusy={generate.isBusy}
        onConfirm={() => void send()}
      >
        <Stack gap="sm">
          <Text>{t('preorders.dialog.text')}</Text>
          <PlanLines status={status} prefers={prefers} />
        </Stack>
      </ConfirmDialog>
    </Stack>
  )
}

function PlanLines({ status, prefers }: { status: GenerationStatus; prefers: Channel }) {
  const { t } = useTranslation()
  const { sms, smsParts, email, nobody } = status.plans[prefers]
  const people = (count: number) => t('preorders.plan.clients', { count })
  const provider = status.smsProvider ?? ''
  return (
    <Stack gap={4}>
      {sms > 0 && <Text>{t('preorders.plan.smsLine', { clients: people(sms), parts: smsParts, provider })}</Text>}
      {sms > status.smsPerDay && <Text c="dimmed">{t('preorders.plan.perDay', { limit: status.smsPerDay })}</Text>}
      {email > 0 && <Text>{t('preorders.plan.emailLine', { clients: people(email) })}</Text>}
      {nobody > 0 && <Text>{t('preorders.plan.nobodyLine', { clients: people(nobody) })}</Text>}
    </Stack>
  )
}
