/** Books that agents were paid: whom and how much, a reference, and the password. */
import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { payouts, type UnpaidAgent } from '../../../contract/business/payouts.ts'
import { CURRENCY } from '../../../contract/limits.ts'
import { checkWith } from '../../base/form.ts'
import { useShow } from '../../base/show.ts'
import { usePasswordAgain } from '../../parts/password-again.tsx'
import classes from './operator.module.css'
import { usePayOut } from './payouts-data.ts'

type PayoutDialogProps = {
  agents: readonly UnpaidAgent[]
  onClose: () => void
  /** Names of those that were left out. */
  onDone: (leftOut: readonly string[]) => void
}

export function PayoutDialog({ agents, onClose, onDone }: PayoutDialogProps) {
  const { t } = useTranslation()
  const show = useShow()
  const again = usePasswordAgain()
  // The same for each try, so that a lost answer pays nobody twice.
  const [id] = useState(() => crypto.randomUUID())
  const form = useForm({
    initialValues: { reason: '' },
    validate: ({ reason }) => checkWith(payouts.payOut.body.pick({ reason: true }))({ reason }),
  })
  const pay = usePayOut(form, again.showRefused)
  const submit = form.onSubmit(async ({ reason }) => {
    const asked = agents.map(({ cabinet, readyMinor }) => ({ cabinet: cabinet.id, amountMinor: readyMinor }))
    const done = await pay.ask({ body: { id, agents: asked, reason, ...again.given } })
    if (done) onDone(agents.filter(({ cabinet }) => done.leftOut.includes(cabinet.id)).map((one) => one.cabinet.name))
  })
  const sum = agents.reduce((total, { readyMinor }) => total + readyMinor, 0)
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('shares.desk.payNone')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <form noValidate onSubmit={submit}>
        <Stack>
          <ul className={classes.rows}>
            {agents.map(({ cabinet, readyMinor }) => (
              <li key={cabinet.id}>
                <span className={classes.what}>{cabinet.name}</span>
                <span className="k-number">{`${show.money(readyMinor)}\u00A0${CURRENCY}`}</span>
              </li>
            ))}
          </ul>
          <TextInput
            label={t('shares.desk.reason')}
            autoComplete="off"
            maxLength={200}
            data-autofocus
            {...form.getInputProps('reason')}
          />
          <Text>{t('shares.desk.confirmText')}</Text>
          {again.field}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose} disabled={pay.isBusy}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" loading={pay.isBusy} aria-busy={pay.isBusy}>
              {t('shares.desk.pay', { count: agents.length, amount: `${show.money(sum)}\u00A0${CURRENCY}` })}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
