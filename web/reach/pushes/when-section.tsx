import { NativeSelect, SegmentedControl, Text, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { PUSH_REPEATS, type PushRepeat } from '../../../contract/reach/pushes.ts'
import { DayInput } from '../../parts/day/day-input.tsx'
import classes from './pushes.module.css'
import { firstMoment } from './push-draft.ts'
import { type PushForm, WHEN_ID } from './use-push-form.ts'

/** Sent by hand, or at a day and an hour, once or again and again. */
export function WhenSection({ form, isDisabled }: { form: PushForm; isDisabled: boolean }) {
  const { t } = useTranslation()
  const { schedule } = form.draft.value
  return (
    <section className={classes.section}>
      <Text component="h2" fz="md" fw={600} m={0}>
        {t('pushes.editor.step3')}
      </Text>
      <SegmentedControl
        style={{ alignSelf: 'flex-start' }}
        aria-label={t('pushes.editor.step3')}
        disabled={isDisabled}
        value={schedule ? 'later' : 'now'}
        onChange={(value) => form.change({ schedule: value === 'later' ? firstMoment() : null })}
        data={[
          { value: 'now', label: t('pushes.schedule.byHand') },
          { value: 'later', label: t('pushes.schedule.later') },
        ]}
      />
      {schedule && (
        <>
          <div className={classes.when}>
            <DayInput
              id={WHEN_ID}
              label={t('pushes.schedule.day')}
              value={schedule.day}
              error={form.errors.schedule}
              onChange={(day) => form.change({ schedule: { ...schedule, day } })}
            />
            <TextInput
              type="time"
              label={t('pushes.schedule.time')}
              value={schedule.time}
              disabled={isDisabled}
              onChange={(event) => form.change({ schedule: { ...schedule, time: event.currentTarget.value } })}
            />
            <NativeSelect
              label={t('pushes.schedule.repeat')}
              value={schedule.repeat}
              disabled={isDisabled}
              onChange={(event) =>
                form.change({ schedule: { ...schedule, repeat: event.currentTarget.value as PushRepeat } })
              }
              data={PUSH_REPEATS.map((value) => ({ value, label: t(`pushes.schedule.repeats.${value}`) }))}
            />
          </div>
          <Text className="k-small" c="dimmed">
            {t('pushes.schedule.hint')}
          </Text>
        </>
      )}
    </section>
  )
}
