/** Erases a client: shows what will happen, asks to type the card number, and ends with the record of what was done. */
import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cardNumberText } from '../../../card/values.ts'
import type { Client } from '../../../contract/people/clients.ts'
import type { Erasure, ErasurePreview } from '../../../contract/reach/erasures.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { PagePanel } from '../../base/refusal.tsx'
import { useShow } from '../../base/show.ts'
import { Loading } from '../../parts/loading.tsx'
import { MoscowTime } from '../../parts/moscow-time.tsx'
import { WriteButton } from '../../parts/write-button.tsx'
import classes from './clients.module.css'
import { useEraseClient, useErasurePreview } from './holders-data.ts'
import { useErasureText } from './use-erasure-text.ts'

type EraseDialogProps = { client: Client; onClose: () => void }

export function EraseDialog({ client, onClose }: EraseDialogProps) {
  const { t } = useTranslation()
  const { domain } = useCabinet()
  const navigate = useNavigate()
  const [proof, setProof] = useState<Erasure | null>(null)
  const name = `${client.name} ${client.surname}`.trim() || t('clients.nameless')
  // The client is no longer there: the page behind would only say so.
  const close = () => {
    if (proof) void navigate({ to: `/${domain}/clients` as string })
    else onClose()
  }
  return (
    <Modal
      opened
      onClose={close}
      size={560}
      title={proof ? t('holders.erase.done') : t('holders.erase.title', { name })}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      {proof ? (
        <Proof proof={proof} onClose={close} />
      ) : (
        <Question client={client} onClose={onClose} onErased={setProof} />
      )}
    </Modal>
  )
}

function Question({ client, onClose, onErased }: EraseDialogProps & { onErased: (proof: Erasure) => void }) {
  const { t } = useTranslation()
  const { id: c } = useCabinet()
  const preview = useErasurePreview(c, client.id)
  const [confirm, setConfirm] = useState('')
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string | null>(null)
  const write = useEraseClient((refused) => {
    if (refused.code !== 'wrong_card_number') return false
    setError(refused.message)
    return true
  })
  const number = cardNumberText(client.cardNumber)
  const submit = async () => {
    if (confirm.trim() !== number) return setError(t('refusals.fields.wrong_card_number'))
    const proof = await write.ask({ params: { c, id: client.id }, body: { confirm, reason } })
    if (proof) onErased(proof)
  }
  if (preview.isError)
    return <PagePanel error={preview.error} onRetry={() => void preview.refetch()} isRetrying={preview.isFetching} />
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <Stack gap="md">
        {preview.data ? <WhatHappens preview={preview.data} /> : <Loading shapes={[160]} />}
        <TextInput
          label={t('holders.erase.confirm', { number })}
          inputMode="numeric"
          autoComplete="off"
          value={confirm}
          error={error}
          onChange={(event) => {
            setConfirm(event.currentTarget.value)
            setError(null)
          }}
        />
        <TextInput
          label={t('holders.erase.reason')}
          description={t('holders.erase.reasonHint')}
          maxLength={200}
          autoComplete="off"
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} disabled={write.isBusy} data-autofocus>
            {t('common.cancel')}
          </Button>
          <WriteButton
            type="submit"
            color="red"
            loading={write.isBusy}
            aria-busy={write.isBusy}
            disabled={!preview.data || confirm.trim() !== number}
          >
            {t('holders.erase.submit')}
          </WriteButton>
        </Group>
      </Stack>
    </form>
  )
}

function WhatHappens({ preview }: { preview: ErasurePreview }) {
  const { t } = useTranslation()
  const show = useShow()
  const wallets = preview.wallets.map((wallet) => t(`clients.wallets.${wallet}`)).join(', ')
  const [history, messages, files] = [preview.history, preview.messages, preview.files].map((n) => show.number(n)) as [
    string,
    string,
    string,
  ]
  return (
    <div>
      <Text mb="xs">{t('holders.erase.lead')}</Text>
      <ul className={classes.effects}>
        <li>{t('holders.erase.facts')}</li>
        <li>{wallets === '' ? t('holders.erase.noCard') : t('holders.erase.card', { wallets })}</li>
        <li>{t('holders.erase.history', { history, messages })}</li>
        {preview.events > 0 && <li>{t('holders.erase.events', { events: show.number(preview.events) })}</li>}
        {preview.files > 0 && <li>{t('holders.erase.files', { files })}</li>}
        {preview.typed > 0 && <li>{t('holders.erase.typed', { typed: show.number(preview.typed) })}</li>}
        {preview.crm > 0 && <li>{t('holders.erase.crm')}</li>}
        <li>{t('holders.erase.stays')}</li>
      </ul>
    </div>
  )
}

function Proof({ proof, onClose }: { proof: Erasure; onClose: () => void }) {
  const { t } = useTranslation()
  const text = useErasureText()
  return (
    <Stack gap="xs" role="status">
      <Text fw={600}>{t('holders.erase.proof')}</Text>
      <Text>
        {t('clients.columns.cardNumber')} {cardNumberText(proof.cardNumber)} · <MoscowTime at={proof.at} /> · {proof.by}
      </Text>
      <Text>{text.done(proof)}</Text>
      <Text>
        {t('holders.erase.columns.wallets')}: {text.wallets(proof)}
      </Text>
      <Group justify="flex-end" mt="sm">
        <Button onClick={onClose} data-autofocus>
          {t('common.close')}
        </Button>
      </Group>
    </Stack>
  )
}
