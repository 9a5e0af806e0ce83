import { Stack, TagsInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TAG_NAME_MAX, TAGS_OF_CLIENT_MAX } from '../../../contract/limits.ts'
import type { Client } from '../../../contract/people/clients.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { loadWords } from '../../base/words.ts'
import { useTags } from '../segments/data.ts'
import { WriteButton } from '../../parts/write-button.tsx'
import { useSetClientTags } from './tags-data.ts'

await loadWords('tags')

/** All tags of one client, saved together. */
export function TagsEditor({ client, onClose }: { client: Pick<Client, 'id' | 'tags'>; onClose: () => void }) {
  const { t } = useTranslation()
  const { id: c } = useCabinet()
  const [names, setNames] = useState(client.tags)
  const save = useSetClientTags(t('tags.saved'), onClose)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        save.run({ params: { c, id: client.id }, body: { tags: names } })
      }}
    >
      <Stack gap="sm">
        <TagNames value={names} onChange={setNames} />
        <WriteButton type="submit" loading={save.isBusy}>
          {t('tags.save')}
        </WriteButton>
      </Stack>
    </form>
  )
}

/** Names of tags, chosen among those that there are or typed. */
type TagNamesProps = {
  value: string[]
  onChange: (names: string[]) => void
  error?: string | undefined
  /** No new ones. */
  isKnownOnly?: boolean
}

export function TagNames({ value, onChange, error, isKnownOnly = false }: TagNamesProps) {
  const { t } = useTranslation()
  const known = useTags(useCabinet().id).data?.tags ?? []
  return (
    <TagsInput
      data-autofocus
      label={t('tags.input')}
      description={isKnownOnly ? undefined : t('tags.hint')}
      error={error}
      data={known.map((tag) => tag.name)}
      value={value}
      onChange={(names) =>
        onChange(names.map((name) => name.trim().slice(0, TAG_NAME_MAX)).filter((name) => name !== ''))
      }
      maxTags={TAGS_OF_CLIENT_MAX}
      splitChars={[',', ';']}
      acceptValueOnBlur
      clearable={false}
      comboboxProps={{ withinPortal: false }}
    />
  )
}
