/** How far one bulk edit is, what came of it, whom it left alone, and its undo. */
import { Anchor, Drawer, Group, Pagination, Stack, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cardNumberText } from '../../../../card/values.ts'
import type { BulkEdit } from '../../../../contract/reach/bulk-edits.ts'
import { useCabinet, useHasRight } from '../../../base/cabinet.tsx'
import { useShow } from '../../../base/show.ts'
import { PHONE } from '../../../base/theme.ts'
import { loadWords } from '../../../base/words.ts'
import { JobProgress } from '../../../parts/job-progress.tsx'
import { PathLink } from '../../../parts/link.tsx'
import { StatusBanner } from '../../../parts/status.tsx'
import { Unread } from '../../../parts/unread-page.tsx'
import { WriteButton } from '../../../parts/write-button.tsx'
import classes from './bulk-edits.module.css'
import { isWorking, LIST_LIMIT, useBulkEdit, useBulkLeft, useUndoBulkEdit } from './data.ts'
import { useEditText } from './use-edit-text.ts'

await loadWords('bulk')

type BulkProgressProps = { id: string; onList: () => void; onClose: () => void }

export function BulkProgress({ id, onList, onClose }: BulkProgressProps) {
  const { t } = useTranslation()
  const isPhone = useMediaQuery(PHONE)
  const { id: c } = useCabinet()
  const { read, isPreparing, done, total } = useBulkEdit(c, id)
  const textOf = useEditText()
  const edit = read.data
  return (
    <Drawer
      opened
      onClose={onClose}
      position={isPhone ? 'bottom' : 'right'}
      size={isPhone ? '92%' : 480}
      title={edit ? textOf(edit) : t('bulk.title')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Stack gap="md">
        {!edit && <Unread read={read} shapes={[20, 8, 120]} />}
        {edit && isWorking(edit.state) && (
          <>
            <JobProgress
              title={t(edit.state === 'undoing' ? 'bulk.progress.undoing' : 'bulk.progress.running')}
              state={isPreparing ? 'preparing' : 'running'}
              done={done}
              total={total}
            />
            <Text c="dimmed">{t('bulk.progress.background')}</Text>
          </>
        )}
        {edit && !isWorking(edit.state) && <Result edit={edit} />}
        <div>
          <Anchor component="button" type="button" onClick={onList}>
            {t('bulk.back')}
          </Anchor>
        </div>
      </Stack>
    </Drawer>
  )
}

function Result({ edit }: { edit: BulkEdit }) {
  const { t } = useTranslation()
  const show = useShow()
  const { id: c, domain } = useCabinet()
  const undo = useUndoBulkEdit()
  const mayUndo = useHasRight('amounts') || edit.kind !== 'amount'
  const { changed, same, refused, undone, kept } = edit.counts
  const line = (what: 'changed' | 'sent' | 'same' | 'refused' | 'undone' | 'kept', count: number) =>
    t(`bulk.result.${what}`, { count, n: show.number(count) })
  const isUndone = edit.state === 'undone'
  const first = isUndone ? line('undone', undone) : line(edit.kind === 'message' ? 'sent' : 'changed', changed)
  return (
    <>
      {edit.state === 'failed' && <StatusBanner tone="danger">{t('bulk.result.failed')}</StatusBanner>}
      <Stack gap={4} role="status">
        <Text fw={600} fz="lg">
          {first}
        </Text>
        {isUndone && kept > 0 && <Text c="dimmed">{line('kept', kept)}</Text>}
        {same > 0 && <Text c="dimmed">{line('same', same)}</Text>}
        {refused > 0 && <Text c="dimmed">{line('refused', refused)}</Text>}
      </Stack>
      {edit.pushUuid && (
        <div>
          <PathLink to={`/${domain}/pushes/${edit.pushUuid}`}>{t('bulk.result.push')}</PathLink>
        </div>
      )}
      {edit.canUndo && mayUndo && (
        <Group gap="sm">
          <WriteButton
            variant="default"
            leftSection={<IconArrowBackUp size={16} aria-hidden="true" />}
            loading={undo.isBusy}
            onClick={() => undo.run({ params: { c, id: edit.id } })}
          >
            {t('bulk.result.undo')}
          </WriteButton>
          <Text className="k-small" c="dimmed">
            {t('bulk.result.undoUntil', { date: show.date(edit.expiresAt) })}
          </Text>
        </Group>
      )}
      {refused + kept > 0 && <Left id={edit.id} />}
    </>
  )
}

/** Who was left alone, each with the reason. */
function Left({ id }: { id: string }) {
  const { t } = useTranslation()
  const { id: c, domain } = useCabinet()
  const [page, setPage] = useState(1)
  const read = useBulkLeft(c, id, page)
  if (!read.data) return <Unread read={read} shapes={[24, 36, 36]} />
  const { data, meta } = read.data
  return (
    <section aria-labelledby="bulk-left">
      <Text component="h3" id="bulk-left" fw={600} fz="md" m={0} mb="xs">
        {t('bulk.result.left')}
      </Text>
      <ul className={classes.rows}>
        {data.map((one) => (
          <li key={one.id}>
            <PathLink to={`/${domain}/clients/${one.id}`}>{one.name || t('clients.nameless')}</PathLink>
            <Text component="span" c="dimmed" className="k-number">
              {cardNumberText(one.cardNumber)}
            </Text>
            <Text className={classes.reason ?? ''}>{t(`bulk.reasons.${one.reason}`)}</Text>
          </li>
        ))}
      </ul>
      {meta.total > LIST_LIMIT && (
        <Pagination mt="sm" total={Math.ceil(meta.total / LIST_LIMIT)} value={page} onChange={setPage} />
      )}
    </section>
  )
}
