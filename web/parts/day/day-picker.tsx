import '@mantine/dates/styles.layer.css'
import { DateInput } from '@mantine/dates'
import 'dayjs/locale/cs'
import 'dayjs/locale/de'
import 'dayjs/locale/ru'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { tagOf } from '../../../words/words.ts'
import { useLanguage } from '../../base/words.ts'
import type { DayInputProps } from './day-props.ts'
import { dayText, readDay } from './day-text.ts'

/** The bars above and below a page, in which its buttons are: the calendar keeps off them. */
const BARS = { top: 64, bottom: 132 }
const EDGE = 8

/** In a dialog the buttons are below the fields, so the calendar is above. */
type Place = 'top-start' | 'bottom-start'
const placeFor = (field: Element): Place => (field.closest('[role=dialog]') ? 'top-start' : 'bottom-start')

export function DayPicker({ value, onChange, ...field }: DayInputProps & { withAsterisk: boolean }) {
  const { t } = useTranslation()
  const lang = useLanguage()
  // Opened by a press or an arrow: who comes with Tab types, and sees what is below the field.
  const [place, setPlace] = useState<Place | null>(null)
  const close = () => setPlace(null)
  return (
    <DateInput
      {...field}
      value={value || null}
      onChange={(day) => onChange(day ?? '')}
      valueFormat={(day) => dayText(day, lang)}
      dateParser={(text) => {
        close()
        return readDay(text, new Date().getFullYear())
      }}
      onClick={(event) => setPlace(placeFor(event.currentTarget))}
      onKeyDown={(event) => {
        if (event.key === 'ArrowDown') setPlace(placeFor(event.currentTarget))
        if (event.key === 'Escape') close()
      }}
      // Escape closes the calendar first, then the dialog that it is in.
      data-mantine-stop-propagation={place !== null || undefined}
      onBlur={close}
      getDayProps={() => ({ onClick: close })}
      popoverProps={{
        opened: place !== null,
        ...(place && { position: place }),
        middlewares: { flip: { padding: place === 'top-start' ? EDGE : BARS }, shift: { padding: EDGE } },
      }}
      locale={tagOf(lang)}
      firstDayOfWeek={1}
      clearable={!field.required}
      clearButtonProps={{ 'aria-label': t('common.day.clear') }}
      nextLabel={t('common.day.next')}
      previousLabel={t('common.day.previous')}
      autoComplete="off"
    />
  )
}
