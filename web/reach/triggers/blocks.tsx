/** The three blocks of the editor: WHEN, WHO, THEN. */
import { Checkbox, NativeSelect, NumberInput, Radio, Stack, Text, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type Action,
  ACTIONS,
  type Activation,
  BACK_DAYS_MAX,
  BIRTHDAY_DAYS_MAX,
  CARD_DAYS_MAX,
  DAILY_HOUR,
} from '../../../contract/reach/triggers.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { useReadOnly } from '../../base/read-only.ts'
import { PathLink } from '../../parts/link.tsx'
import { DayInput } from '../../parts/day/day-input.tsx'
import { SearchedSelect } from '../../parts/searched-select.tsx'
import { useSegmentChoice } from '../../people/segments/data.ts'
import { type Choices, useTextPushes } from './data.ts'
import classes from './triggers.module.css'
import type { Field } from './trigger-draft.ts'
import { inputId, type TriggerForm } from './use-trigger-form.ts'

const optionOf = ({ id, name }: { id: string; name: string }) => ({ value: id, label: name })

type BlockProps = { form: TriggerForm; choices: Choices }
/** In the order in which they are offered: the usual ones first. */
const OFFERED: readonly Activation[] = ['birthday', 'create', 'date', 'input', 'purchase', 'now']

function Block({ name, title, children }: { name: string; title: string; children: ReactNode }) {
  return (
    <section className={classes.section} aria-labelledby={`trigger-${name}-title`}>
      <h2 className={classes.word} id={`trigger-${name}-title`}>
        {title}
      </h2>
      <div className={classes.fields}>{children}</div>
    </section>
  )
}

type DaysProps = {
  form: TriggerForm
  field: Field
  value: number | ''
  label: string
  hint?: string
  min: number
  max: number
  onChange: (days: number | '') => void
}

function Days({ form, field, value, label, hint, min, max, onChange }: DaysProps) {
  return (
    <NumberInput
      id={inputId(field)}
      className={classes.short ?? ''}
      label={label}
      {...(hint !== undefined && { description: hint })}
      value={value}
      min={min}
      max={max}
      clampBehavior="strict"
      allowDecimal={false}
      allowNegative={false}
      onChange={(days) => onChange(typeof days === 'number' ? days : '')}
      error={form.errors[field]}
    />
  )
}

export function WhenBlock({ form }: BlockProps) {
  const { t } = useTranslation()
  const { errors, change } = form
  const draft = form.draft.value
  return (
    <Block name="when" title={t('triggers.editor.when')}>
      <Radio.Group
        label={t('triggers.editor.activation')}
        value={draft.activation}
        onChange={(activation) => change({ activation: activation as Activation }, 'segment', 'date', 'time')}
      >
        <div className={classes.radios}>
          {OFFERED.map((one) => (
            <Radio key={one} value={one} label={t(`triggers.editor.activations.${one}`)} />
          ))}
        </div>
      </Radio.Group>
      {draft.activation === 'birthday' && (
        <Days
          form={form}
          field="daysToBirthday"
          value={draft.daysToBirthday}
          label={t('triggers.editor.daysToBirthday')}
          hint={t('triggers.editor.daysToBirthdayHint', { hour: DAILY_HOUR })}
          min={0}
          max={BIRTHDAY_DAYS_MAX}
          onChange={(daysToBirthday) => change({ daysToBirthday })}
        />
      )}
      {draft.activation === 'create' && (
        <Days
          form={form}
          field="daysAfterCreate"
          value={draft.daysAfterCreate}
          label={t('triggers.editor.daysAfterCreate')}
          hint={t('triggers.editor.daysAfterCreateHint', { hour: DAILY_HOUR })}
          min={1}
          max={CARD_DAYS_MAX}
          onChange={(daysAfterCreate) => change({ daysAfterCreate })}
        />
      )}
      {draft.activation === 'date' && (
        <div className={classes.pair}>
          <DayInput
            id={inputId('date')}
            label={t('triggers.editor.date')}
            value={draft.date}
            onChange={(date) => change({ date }, 'time')}
            error={errors.date}
          />
          <TextInput
            id={inputId('time')}
            type="time"
            label={t('triggers.editor.time')}
            value={draft.time}
            onChange={(event) => change({ time: event.currentTarget.value }, 'date')}
            error={errors.time}
          />
        </div>
      )}
      {draft.activation === 'input' && (
        <Text className="k-small" c="dimmed">
          {t('triggers.editor.inputHint')}
        </Text>
      )}
      {draft.activation === 'purchase' && (
        <Text className="k-small" c="dimmed">
          {t('triggers.editor.purchaseHint')}
        </Text>
      )}
      {draft.activation === 'now' && (
        <Text className="k-small" c="dimmed">
          {t('triggers.editor.nowHint')}
        </Text>
      )}
    </Block>
  )
}

export function WhoBlock({ form, choices }: BlockProps) {
  const { t } = useTranslation()
  const { id: c, domain } = useCabinet()
  const { errors, change } = form
  const draft = form.draft.value
  const mustChoose = draft.activation === 'input'
  const useFound = (text: string) => useSegmentChoice(c, true, text).data?.data.map(optionOf)
  return (
    <Block name="who" title={t('triggers.editor.who')}>
      <div>
        <SearchedSelect
          id={inputId('segment')}
          label={t('triggers.editor.segment')}
          none={mustChoose ? t('triggers.editor.segmentChoose') : t('triggers.editor.segmentAll')}
          value={draft.segment}
          error={errors.segment}
          onChange={(segment) => change({ segment })}
          options={choices.segments.map(optionOf)}
          isLong={choices.areSegmentsLong}
          useFound={useFound}
        />
        {choices.segments.length === 0 && (
          <Text className="k-small" mt="md">
            {t('triggers.editor.noSegments')}{' '}
            <PathLink to={`/${domain}/segments`} underline="always">
              {t('triggers.editor.newSegment')}
            </PathLink>
          </Text>
        )}
      </div>
    </Block>
  )
}

export function ThenBlock({ form, choices }: BlockProps) {
  const { t } = useTranslation()
  const { id: c, domain } = useCabinet()
  const useFound = (text: string) => useTextPushes(c, text).data?.data.map(optionOf)
  const readOnly = useReadOnly()
  const { errors, change } = form
  const draft = form.draft.value
  return (
    <Block name="then" title={t('triggers.editor.then')}>
      <Radio.Group
        label={t('triggers.editor.action')}
        value={draft.action}
        onChange={(action) => change({ action: action as Action }, 'push', 'template')}
      >
        <div className={classes.radios}>
          {ACTIONS.map((one) => (
            <Radio key={one} value={one} label={t(`triggers.editor.actions.${one}`)} />
          ))}
        </div>
      </Radio.Group>
      {draft.action === 'push' && (
        <div>
          <SearchedSelect
            id={inputId('push')}
            label={t('triggers.editor.push')}
            description={t('triggers.editor.pushHint')}
            none={t('triggers.editor.pushChoose')}
            value={draft.push}
            error={errors.push}
            onChange={(push) => change({ push })}
            options={choices.pushes.map(optionOf)}
            isLong={choices.arePushesLong}
            useFound={useFound}
          />
          <Text className="k-small" mt="md">
            {choices.pushes.length === 0 && `${t('triggers.editor.noPushes')} `}
            {readOnly === null && (
              <PathLink to={`/${domain}/pushes/create`} underline="always">
                {t('triggers.editor.newPush')}
              </PathLink>
            )}
          </Text>
        </div>
      )}
      {draft.action === 'template' && (
        <Stack gap="sm">
          <NativeSelect
            id={inputId('template')}
            label={t('triggers.editor.template')}
            value={draft.template ?? ''}
            error={errors.template}
            onChange={(event) => change({ template: event.currentTarget.value || null })}
            data={[
              { value: '', label: t('triggers.editor.templateChoose') },
              ...choices.templates.map((one) => ({ value: one.id, label: one.name })),
            ]}
          />
          <Checkbox
            checked={draft.isBack}
            onChange={(event) => change({ isBack: event.currentTarget.checked }, 'removeTemplateAfterDays')}
            label={t('triggers.editor.isBack')}
          />
          {draft.isBack && (
            <Days
              form={form}
              field="removeTemplateAfterDays"
              value={draft.backDays}
              label={t('triggers.editor.backDays')}
              min={1}
              max={BACK_DAYS_MAX}
              onChange={(backDays) => change({ backDays }, 'removeTemplateAfterDays')}
            />
          )}
        </Stack>
      )}
    </Block>
  )
}
