/** Adds, takes or sets an amount of a client. What will be there is shown before, and it can be undone. */
import { Modal, SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AMOUNT_ACTIONS, AMOUNT_KINDS, type AmountKind } from '../../../contract/limits.ts'
import type { Client } from '../../../contract/people/clients.ts'
import type { AmountChange } from '../../../contract/reach/holders.ts'
import { hundredthsOf } from '../../base/amount.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { usePoints } from '../../base/points.ts'
import { FormButtons } from '../../parts/form-buttons.tsx'
import { StatusBanner } from '../../parts/status.tsx'
import { useChangeAmount } from './holders-data.ts'
import { useAmount } from '../../base/use-amount.ts'
import { useAmountName } from './use-amount-name.ts'
import { useAmountUndo } from './use-amount-undo.ts'

type AmountDialogProps = { client: Client; first: AmountKind; onClose: () => void }
type Typed = { kind: AmountKind; action: AmountChange['action']; text: string; reason: string; till: string }

const TILL = 'kartoteka.till'
const amountsOf = (client: Client): Record<AmountKind, number> => ({
  balance: client.balanceMinor,
  bonus: client.bonusMinor,
  discount: client.discountHundredths,
})

function afterOf(now: number, action: Typed['action'], amount: number): number {
  return { add: now + amount, take: now - amount, set: amount }[action]
}

/** What is typed, what would come of it, and sending it. */
function useAmountForm({ client, first, onClose }: AmountDialogProps) {
  const { t } = useTranslation()
  const { id: c } = useCabinet()
  const show = useAmount()
  const points = usePoints()
  const [typed, setTyped] = useState<Typed>(() => ({
    kind: first,
    action: 'add',
    text: '',
    reason: '',
    till: localStorage.getItem(TILL) ?? '',
  }))
  const [error, setError] = useState<string | null>(null)
  const [banner, setBanner] = useState<string | null>(null)
  // Of what is typed now: an answer that is lost and asked for again changes nothing more.
  const requestKey = useRef(crypto.randomUUID())
  const undo = useAmountUndo(client.id)
  const write = useChangeAmount((refused) => {
    if (refused.code === 'amount_of_crm') setBanner(refused.message)
    else if (refused.status >= 400 && refused.status < 500)
      setError(Object.values(refused.fields)[0]?.message ?? refused.message)
    else return false
    return true
  })
  const { kind, action, text, reason, till } = typed
  const now = amountsOf(client)[kind]
  const amount = hundredthsOf(text)
  const after = amount === null || amount < 0 ? null : afterOf(now, action, amount)
  const edit = (change: Partial<Typed>) => {
    setTyped((before) => ({ ...before, ...change }))
    setError(null)
    requestKey.current = crypto.randomUUID()
  }
  const submit = async () => {
    if (amount === null || after === null || (amount === 0 && action !== 'set'))
      return setError(t('holders.amount.bad'))
    const fault = kind === 'bonus' ? points.faultOf(amount) : undefined
    if (fault !== undefined) return setError(fault)
    if (after < 0) return setError(t('holders.amount.tooMuch', { now: show(kind, now) }))
    const done = await write.ask({
      params: { c, id: client.id },
      body: { kind, action, amount, reason, till, requestKey: requestKey.current },
    })
    if (!done) return
    localStorage.setItem(TILL, till)
    onClose()
    const { event } = done
    if (event) undo(kind, event.delta, t('holders.amount.done', { after: show(kind, event.after) }), till)
  }
  const outcome =
    after === null
      ? t('holders.amount.now', { now: show(kind, now) })
      : t('holders.amount.result', { now: show(kind, now), after: show(kind, after) })
  return { typed, edit, error, banner, outcome, submit, isBusy: write.isBusy }
}

export function AmountDialog(props: AmountDialogProps) {
  const { t } = useTranslation()
  const nameOf = useAmountName()
  const { typed, edit, error, banner, outcome, submit, isBusy } = useAmountForm(props)
  return (
    <Modal
      opened
      onClose={props.onClose}
      title={t('holders.amount.title')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <Stack gap="md">
          {banner !== null && <StatusBanner tone="warning">{banner}</StatusBanner>}
          <SegmentedControl
            fullWidth
            aria-label={t('holders.amount.kind')}
            value={typed.kind}
            onChange={(value) => edit({ kind: value as AmountKind })}
            data={AMOUNT_KINDS.map((value) => ({ value, label: nameOf(value) }))}
          />
          <SegmentedControl
            fullWidth
            aria-label={t('holders.amount.action')}
            value={typed.action}
            onChange={(value) => edit({ action: value as Typed['action'] })}
            data={AMOUNT_ACTIONS.map((value) => ({ value, label: t(`holders.amount.actions.${value}`) }))}
          />
          <TextInput
            label={t('holders.amount.value')}
            inputMode="decimal"
            autoComplete="off"
            data-autofocus
            value={typed.text}
            error={error}
            onChange={(event) => edit({ text: event.currentTarget.value })}
          />
          <Text className="k-small k-number" aria-live="polite">
            {outcome}
          </Text>
          <TextInput
            label={t('holders.amount.reason')}
            description={t('holders.amount.reasonHint')}
            maxLength={200}
            autoComplete="off"
            value={typed.reason}
            onChange={(event) => edit({ reason: event.currentTarget.value })}
          />
          <TextInput
            label={t('holders.amount.till')}
            maxLength={60}
            value={typed.till}
            onChange={(event) => edit({ till: event.currentTarget.value })}
          />
          <FormButtons submitLabel={t('holders.amount.submit')} isBusy={isBusy} onCancel={props.onClose} />
        </Stack>
      </form>
    </Modal>
  )
}
