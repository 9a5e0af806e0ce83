/** Changes of many clients of the last weeks: what, when, by whom. */
import { Drawer, Pagination, Stack, Text, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BulkEdit } from '../../../../contract/reach/bulk-edits.ts'
import { useCabinet } from '../../../base/cabinet.tsx'
import { useShow } from '../../../base/show.ts'
import { loadWords } from '../../../base/words.ts'
import { MoscowTime } from '../../../parts/moscow-time.tsx'
import { StatusBadge, type Tone } from '../../../parts/status.tsx'
import { Unread } from '../../../parts/unread-page.tsx'
import classes from './bulk-edits.module.css'
import { LIST_LIMIT, useBulkEdits } from './data.ts'
import { useEditText } from './use-edit-text.ts'

await loadWords('bulk')

const TONES: Readonly<Record<BulkEdit['state'], Tone>> = {
  preparing: 'neutral',
  running: 'info',
  done: 'success',
  failed: 'danger',
  undoing: 'info',
  undone: 'neutral',
}

export function BulkList({ onOpen, onClose }: { onOpen: (id: string) => void; onClose: () => void }) {
  const { t } = useTranslation()
  const [page, setPage] = useState(1)
  const read = useBulkEdits(useCabinet().id, page)
  const edits = read.data?.data
  return (
    <Drawer
      opened
      onClose={onClose}
      size={480}
      title={t('bulk.list.title')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Stack gap="md">
        <Text c="dimmed">{t('bulk.list.lead')}</Text>
        {!edits && <Unread read={read} shapes={[64, 64, 64]} />}
        {edits?.length === 0 && <Text>{t('bulk.list.empty')}</Text>}
        <ul className={classes.rows}>
          {edits?.map((edit) => (
            <Row key={edit.id} edit={edit} onOpen={() => onOpen(edit.id)} />
          ))}
        </ul>
        {(read.data?.meta.total ?? 0) > LIST_LIMIT && (
          <Pagination total={Math.ceil((read.data?.meta.total ?? 0) / LIST_LIMIT)} value={page} onChange={setPage} />
        )}
      </Stack>
    </Drawer>
  )
}

function Row({ edit, onOpen }: { edit: BulkEdit; onOpen: () => void }) {
  const { t } = useTranslation()
  const show = useShow()
  const textOf = useEditText()
  return (
    <li>
      <UnstyledButton className={classes.open ?? ''} onClick={onOpen}>
        <span className={classes.what}>{textOf(edit)}</span>
        <StatusBadge tone={TONES[edit.state]}>{t(`bulk.states.${edit.state}`)}</StatusBadge>
        <Text component="span" className={`k-small ${classes.reason}`} c="dimmed">
          <MoscowTime at={edit.at} /> · {edit.by}
          {edit.state !== 'preparing' &&
            ` · ${t('bulk.list.clients', { count: edit.total, n: show.number(edit.total) })}`}
        </Text>
      </UnstyledButton>
    </li>
  )
}
