/** Points at the counter: one click adds, and what was done can be taken back. */
import { Button, Group, Paper, Text, TextInput } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Client } from '../../../contract/people/clients.ts'
import { hundredthsOf } from '../../base/amount.ts'
import { useCabinet, useHasRight } from '../../base/cabinet.tsx'
import { usePoints } from '../../base/points.ts'
import { useReadOnly } from '../../base/read-only.ts'
import { useShow } from '../../base/show.ts'
import classes from './clients.module.css'
import { useChangeAmount } from './holders-data.ts'
import { useAmountUndo } from './use-amount-undo.ts'

const STEPS_MINOR = [1_00, 5_00, 10_00, 50_00] as const
const TILL = 'kartoteka.till'

export function QuickPoints({ client }: { client: Client }) {
  const { t } = useTranslation()
  const show = useShow()
  const points = usePoints()
  const { text, reason, error, setText, setReason, give, isBusy } = useGiving(client)
  const readOnly = useReadOnly()?.reason ?? null
  const isLocked = readOnly !== null
  if (!useHasRight('amounts') || client.archivedAt !== null) return null
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const minor = hundredthsOf(text.replace(/^\s*\+/, ''))
    void give(minor ?? 0)
  }
  return (
    <Paper component="section" p="md" aria-label={points.name}>
      <form onSubmit={submit} noValidate className={classes.quick}>
        <div>
          <Text className="k-small" c="dimmed">
            {points.name}
          </Text>
          <Text fw={650} fz="xl" className="k-number">
            {show.points(client.bonusMinor)}
          </Text>
        </div>
        <Group gap="xs" role="group" aria-label={t('holders.quick.add')}>
          {STEPS_MINOR.map((minor) => (
            <Button key={minor} variant="default" disabled={isBusy || isLocked} onClick={() => void give(minor)}>
              +{show.number(minor / 100)}
            </Button>
          ))}
        </Group>
        <TextInput
          label={t('holders.quick.other')}
          placeholder={t('holders.quick.otherHint')}
          className={classes.quickAmount ?? ''}
          inputMode="text"
          autoComplete="off"
          disabled={isLocked}
          maxLength={14}
          value={text}
          error={error}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <TextInput
          label={t('holders.amount.reason')}
          placeholder={t('holders.quick.reasonHint')}
          className={classes.quickReason ?? ''}
          autoComplete="off"
          disabled={isLocked}
          maxLength={200}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" loading={isBusy} disabled={isLocked || text.trim() === ''}>
          {t('holders.amount.submit')}
        </Button>
        {isLocked && <Text className="k-small">{readOnly}</Text>}
      </form>
    </Paper>
  )
}

/** What is typed, and sending a difference; never a new total, which another till may have changed meanwhile. */
function useGiving(client: Client) {
  const { t } = useTranslation()
  const show = useShow()
  const { id: c } = useCabinet()
  const points = usePoints()
  const [text, setTyped] = useState('')
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string | null>(null)
  const undo = useAmountUndo(client.id)
  const write = useChangeAmount()
  // A second click before the next drawing would find the buttons still on.
  const isSending = useRef(false)
  // Until the client has been read again after a change, only the server knows what is left.
  const [changed, setChanged] = useState<Client | null>(null)
  const give = async (minor: number) => {
    if (isSending.current) return
    if (minor === 0) return setError(t('holders.quick.bad'))
    const fault = points.faultOf(minor)
    if (fault !== undefined) return setError(fault)
    if (changed !== client && client.bonusMinor + minor < 0)
      return setError(t('holders.amount.tooMuch', { now: show.points(client.bonusMinor) }))
    isSending.current = true
    const till = localStorage.getItem(TILL) ?? ''
    const action = minor > 0 ? ('add' as const) : ('take' as const)
    const done = await write
      .ask({
        params: { c, id: client.id },
        body: { kind: 'bonus', action, amount: Math.abs(minor), reason, till, requestKey: crypto.randomUUID() },
      })
      .finally(() => (isSending.current = false))
    if (!done) return
    // What was typed meanwhile is the next change.
    setTyped((now) => (now === text ? '' : now))
    setReason((now) => (now === reason ? '' : now))
    setError(null)
    const { event } = done
    setChanged(client)
    if (event) undo('bonus', event.delta, t('holders.amount.done', { after: points.counted(event.after) }), till)
  }
  const setText = (next: string) => {
    setTyped(next)
    setError(null)
  }
  return { text, reason, error, setText, setReason, give, isBusy: write.isBusy }
}
