import '@mantine/dates/styles.layer.css'
import { DateInput } from '@mantine/dates'
import 'dayjs/locale/cs'
import 'dayjs/locale/de'
import 'dayjs/locale/ru'
import { useTranslation } from 'react-i18next'
import { tagOf } from '../../../words/words.ts'
import { useLanguage } from '../../base/words.ts'
import type { DayInputProps } from './day-props.ts'
import { dayText, readDay } from './day-text.ts'

export function DayPicker({ value, onChange, ...field }: DayInputProps & { withAsterisk: boolean }) {
  const { t } = useTranslation()
  const lang = useLanguage()
  return (
    <DateInput
      {...field}
      value={value || null}
      onChange={(day) => onChange(day ?? '')}
      valueFormat={(day) => dayText(day, lang)}
      dateParser={(text) => readDay(text, new Date().getFullYear())}
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
