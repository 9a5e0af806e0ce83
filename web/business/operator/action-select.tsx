/** The filter by action: found by its text, its room or the name of its call. */
import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useAuditLogCalls } from './data.ts'
import { findActions, groupActions, useActionTexts } from './actions.ts'
import classes from './operator.module.css'

/** A long text would run under the button that clears it. */
const ROOM_FOR_CLEAR_PX = 60

export function ActionSelect({ call, onChange }: { call: string; onChange: (call: string) => void }) {
  const { t } = useTranslation()
  const texts = useActionTexts()
  const calls = (useAuditLogCalls().data ?? []).map((one) => one.call)
  const groups = groupActions(calls, texts)
  // A row may belong to a call that no longer exists, and the list may still be loading.
  const chosen = call === '' || calls.includes(call) ? [] : [{ value: call, label: texts.sentenceOf(call) ?? call }]
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
      filter={({ search }) => [...chosen, ...findActions(groups, search)]}
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
