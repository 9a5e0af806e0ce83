/** The filter by action: found by its text, its room or the name of its call. */
import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useTrailCalls } from './data.ts'
import { findDeeds, groupDeeds, useDeeds } from './deeds.ts'
import classes from './operator.module.css'

/** A long text would run under the button that clears it. */
const ROOM_FOR_CLEAR_PX = 60

export function DeedSelect({ call, onChange }: { call: string; onChange: (call: string) => void }) {
  const { t } = useTranslation()
  const deeds = useDeeds()
  const calls = (useTrailCalls().data ?? []).map((one) => one.call)
  const groups = groupDeeds(calls, deeds)
  // A row may belong to a call that no longer exists, and the list may still be loading.
  const chosen = call === '' || calls.includes(call) ? [] : [{ value: call, label: deeds.sentenceOf(call) ?? call }]
  return (
    <Select
      className={classes.wide}
      label={t('operator.log.call')}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('common.clear') }}
      nothingFoundMessage={t('common.table.noMatch')}
      maxDropdownHeight={360}
      data={[...chosen, ...groups]}
      filter={({ search }) => [...chosen, ...findDeeds(groups, search)]}
      renderOption={({ option }) => (
        <span className={classes.option}>
          {option.label}
          {option.label !== option.value && <code className="k-mono">{option.value}</code>}
        </span>
      )}
      value={call === '' ? null : call}
      {...(call !== '' && { rightSectionWidth: ROOM_FOR_CLEAR_PX })}
      onChange={(value) => onChange(value ?? '')}
    />
  )
}
