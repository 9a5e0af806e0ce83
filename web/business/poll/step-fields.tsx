/** The questions, a component a step. */
import { TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import {
  ACTIVITY_AREAS,
  CLIENT_BASES,
  LOYALTY_TYPES,
  POLL_GOALS,
  type PollAnswers,
} from '../../../contract/business/poll.ts'
import { OneOf, SomeOf } from './choices.tsx'
import { PhoneQuestion } from './phone-question.tsx'

type Form = UseFormReturnType<PollAnswers>
type StepProps = { form: Form }

/** Value, error and change of a question that is answered by choosing. */
function choiceOf<Field extends 'activityArea' | 'clientBase' | 'loyaltyType' | 'goals'>(form: Form, field: Field) {
  return {
    value: form.values[field],
    error: form.errors[field] as string | undefined,
    onChange: (chosen: PollAnswers[Field]) => form.setFieldValue(field, chosen as never),
  }
}

type BusinessStepProps = StepProps & { confirmedPhone: string | null; onConfirmed: (phone: string) => void }

export function BusinessStep({ form, confirmedPhone, onConfirmed }: BusinessStepProps) {
  const { t } = useTranslation()
  return (
    <>
      <PhoneQuestion
        value={form.values.phone}
        input={form.getInputProps('phone')}
        confirmed={confirmedPhone}
        onError={(message) => form.setFieldError('phone', message)}
        onConfirmed={(phone) => {
          onConfirmed(phone)
          form.setFieldValue('phone', phone)
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
        description={t('poll.optional')}
        maxLength={200}
        {...form.getInputProps('site')}
      />
    </>
  )
}

export function ClientsStep({ form }: StepProps) {
  const { t } = useTranslation()
  return (
    <>
      <OneOf
        label={t('poll.area')}
        options={ACTIVITY_AREAS.map((key) => ({ key, label: t(`poll.areas.${key}`) }))}
        {...choiceOf(form, 'activityArea')}
      />
      <OneOf
        label={t('poll.base')}
        options={CLIENT_BASES.map((key) => ({ key, label: t(`poll.bases.${key}`) }))}
        {...choiceOf(form, 'clientBase')}
      />
      <TextInput
        label={t('poll.crm')}
        description={t('poll.optional')}
        maxLength={60}
        autoComplete="off"
        {...form.getInputProps('crm')}
      />
    </>
  )
}

export function LoyaltyStep({ form }: StepProps) {
  const { t } = useTranslation()
  return (
    <>
      <OneOf
        label={t('poll.loyalty')}
        options={LOYALTY_TYPES.map((key) => ({ key, label: t(`poll.loyalties.${key}`) }))}
        {...choiceOf(form, 'loyaltyType')}
      />
      <SomeOf
        label={t('poll.goals')}
        options={POLL_GOALS.map((key) => ({ key, label: t(`poll.goal.${key}`) }))}
        {...choiceOf(form, 'goals')}
      />
    </>
  )
}
