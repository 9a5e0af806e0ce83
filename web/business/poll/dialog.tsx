/** A few questions about the business, in three short steps. Closing it keeps the answers. */
import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { poll, type Poll } from '../../../contract/business/poll.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { useRead } from '../../base/query.ts'
import { PagePanel } from '../../base/refusal.tsx'
import { Loading } from '../../parts/loading.tsx'
import classes from './poll.module.css'
import { BusinessStep, ClientsStep, LoyaltyStep } from './step-fields.tsx'
import { STEPS } from './steps.ts'
import { usePoll } from './use-poll.ts'

export function PollDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const { id: c } = useCabinet()
  const read = useRead(poll.readPoll, { params: { c } })
  // Read once: what the dialog saves comes back into the read and must not reset its answers.
  const [known, setKnown] = useState<Poll | null>(null)
  if (read.data && known === null) setKnown(read.data)
  if (known) return <Questions known={known} onClose={onClose} />
  return (
    <Modal
      opened
      onClose={onClose}
      size={560}
      title={t('poll.title')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      {read.error ? (
        <PagePanel error={read.error} onRetry={() => void read.refetch()} isRetrying={read.isFetching} />
      ) : (
        <Loading shapes={[36, 36, 36]} />
      )}
    </Modal>
  )
}

function Questions({ known, onClose }: { known: Poll; onClose: () => void }) {
  const { t } = useTranslation()
  const { form, step, next, back, keep, isBusy } = usePoll(known, onClose)
  const [confirmed, setConfirmed] = useState(known.isPhoneConfirmed ? known.phone : null)
  const leave = () => {
    void keep()
    onClose()
  }
  return (
    <Modal
      opened
      onClose={leave}
      size={560}
      title={t('poll.title')}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void next()
        }}
      >
        <Stack gap="lg">
          <div>
            <Progress step={step} />
            {step === 0 && (
              <Text c="dimmed" mt="xs">
                {t('poll.lead')}
              </Text>
            )}
          </div>
          <div className={classes.step}>
            {step === 0 && <BusinessStep form={form} confirmedPhone={confirmed} onConfirmed={setConfirmed} />}
            {step === 1 && <ClientsStep form={form} />}
            {step === 2 && <LoyaltyStep form={form} />}
          </div>
          <Group justify="space-between" gap="xs">
            <Button variant="subtle" onClick={leave}>
              {t('poll.later')}
            </Button>
            <Group gap="xs">
              {step > 0 && (
                <Button variant="default" onClick={back}>
                  {t('poll.back')}
                </Button>
              )}
              <Button type="submit" loading={isBusy} aria-busy={isBusy}>
                {step === STEPS.length - 1 ? t('poll.finish') : t('poll.next')}
              </Button>
            </Group>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

function Progress({ step }: { step: number }) {
  const { t } = useTranslation()
  return (
    <div className={classes.dots} role="status">
      <span aria-hidden="true" className={classes.dots}>
        {STEPS.map((fields, index) => (
          <span
            key={fields[0]}
            className={classes.dot}
            data-state={index < step ? 'done' : index === step ? 'now' : 'next'}
          />
        ))}
      </span>
      <Text span className="k-small" c="dimmed">
        {t('poll.step', { step: step + 1, steps: STEPS.length })}
      </Text>
    </div>
  )
}
