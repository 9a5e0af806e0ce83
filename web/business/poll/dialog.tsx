/** A few questions about the business, in three short steps. Closing it loses nothing. */
import { Button, Group, Modal, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  ACTIVITY_AREAS,
  CLIENT_BASES,
  LOYALTY_TYPES,
  poll,
  type Poll,
  POLL_GOALS,
} from '../../../contract/business/poll.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { useRead } from '../../base/query.ts'
import { PagePanel } from '../../base/refusal.tsx'
import { OneOf, SomeOf } from './choices.tsx'
import { PhoneQuestion } from './phone-question.tsx'
import classes from './poll.module.css'
import { STEPS } from './steps.ts'
import { usePoll } from './use-poll.ts'

export function PollDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const { id: c } = useCabinet()
  const read = useRead(poll.readPoll, { params: { c } })
  // The answers of this dialog are its own: what it saves comes back into the read and must not begin it anew.
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
        <Stack role="status" aria-busy="true" aria-label={t('common.loading')}>
          <Skeleton h={36} />
          <Skeleton h={36} />
          <Skeleton h={36} />
        </Stack>
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
  const { values, errors, setFieldValue } = form
  const wordOf = (field: keyof typeof errors) => errors[field] as string | undefined
  const optional = t('poll.optional')
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
            {step === 0 && (
              <>
                <PhoneQuestion
                  value={values.phone}
                  input={form.getInputProps('phone')}
                  confirmed={confirmed}
                  onError={(message) => form.setFieldError('phone', message)}
                  onConfirmed={(phone) => {
                    setConfirmed(phone)
                    setFieldValue('phone', phone)
                  }}
                />
                <TextInput
                  label={t('poll.organization')}
                  autoComplete="organization"
                  maxLength={120}
                  {...form.getInputProps('organization')}
                />
                <TextInput
                  type="url"
                  inputMode="url"
                  autoComplete="url"
                  label={t('poll.site')}
                  description={optional}
                  maxLength={200}
                  {...form.getInputProps('site')}
                />
              </>
            )}
            {step === 1 && (
              <>
                <OneOf
                  label={t('poll.area')}
                  error={wordOf('activityArea')}
                  value={values.activityArea}
                  onChange={(area) => setFieldValue('activityArea', area)}
                  options={ACTIVITY_AREAS.map((key) => ({ key, label: t(`poll.areas.${key}`) }))}
                />
                <OneOf
                  label={t('poll.base')}
                  error={wordOf('clientBase')}
                  value={values.clientBase}
                  onChange={(base) => setFieldValue('clientBase', base)}
                  options={CLIENT_BASES.map((key) => ({ key, label: t(`poll.bases.${key}`) }))}
                />
                <TextInput
                  label={t('poll.crm')}
                  description={optional}
                  maxLength={60}
                  autoComplete="off"
                  {...form.getInputProps('crm')}
                />
              </>
            )}
            {step === 2 && (
              <>
                <OneOf
                  label={t('poll.loyalty')}
                  error={wordOf('loyaltyType')}
                  value={values.loyaltyType}
                  onChange={(type) => setFieldValue('loyaltyType', type)}
                  options={LOYALTY_TYPES.map((key) => ({ key, label: t(`poll.loyalties.${key}`) }))}
                />
                <SomeOf
                  label={t('poll.goals')}
                  error={wordOf('goals')}
                  value={values.goals}
                  onChange={(goals) => setFieldValue('goals', goals)}
                  options={POLL_GOALS.map((key) => ({ key, label: t(`poll.goal.${key}`) }))}
                />
              </>
            )}
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
