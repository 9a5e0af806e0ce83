import { Radio, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Option } from '../searched.ts'

const SEARCH_WAIT_MS = 250

type FoundChoicesProps = {
  label: string
  /** The one that is set. */
  chosen: Option | undefined
  onChange: (value: string) => void
  /** A hook: those with this text in their names; undefined while they are read. */
  useFound: (text: string) => readonly Option[] | undefined
}

/** The choices of a filter of which there are more than a list can hold: the server finds them by their names. */
export default function FoundChoices({ label, chosen, onChange, useFound }: FoundChoicesProps) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const [asked] = useDebouncedValue(text.trim(), SEARCH_WAIT_MS)
  const found = useFound(asked)
  const search = useRef<HTMLInputElement>(null)
  // It is loaded after the popover has looked for what to focus. On a phone the keyboard would cover the choices.
  useEffect(() => {
    if (matchMedia('(pointer: fine)').matches) search.current?.focus()
  }, [])
  const isApart = chosen && found?.every((one) => one.value !== chosen.value)
  return (
    <Stack gap="sm">
      <TextInput
        ref={search}
        aria-label={`${t('common.search')}: ${label}`}
        placeholder={t('common.search')}
        leftSection={<IconSearch size={16} aria-hidden="true" />}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        autoComplete="off"
      />
      <Radio.Group value={chosen?.value ?? ''} onChange={onChange} aria-label={label}>
        <Stack gap="xs" mah={260} p={4} style={{ overflowY: 'auto' }}>
          {[...(isApart ? [chosen] : []), ...(found ?? [])].map((option) => (
            <Radio key={option.value} value={option.value} label={option.label} />
          ))}
        </Stack>
      </Radio.Group>
      {found?.length === 0 && <Text c="dimmed">{t('common.table.noMatch')}</Text>}
    </Stack>
  )
}
