import { Button, Group, Modal, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SegmentUse, type Segment } from '../../../contract/people/segments.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { useShow } from '../../base/show.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { PathLink } from '../../parts/link.tsx'
import { refreshSegments, useRemoveSegment } from './data.ts'
import classes from './segments.module.css'

const PATHS = { push: 'pushes', trigger: 'triggers' } as const

/** Links to what uses a segment. */
export function UsedBy({ uses, onClick }: { uses: readonly SegmentUse[]; onClick?: () => void }) {
  const { t } = useTranslation()
  const { domain } = useCabinet()
  return (
    <ul className={classes.uses}>
      {uses.map((use) => (
        <li key={use.id}>
          {t(`segments.uses.${use.kind}`)}:{' '}
          <PathLink to={`/${domain}/${PATHS[use.kind]}/${use.id}`} {...(onClick && { onClick })}>
            {use.name}
          </PathLink>
        </li>
      ))}
    </ul>
  )
}

type RemoveSegmentProps = { segment: Segment | null; onClose: () => void; onDone?: () => void }

/** Asks and deletes; of a used one it says who holds it. @param segment null: closed */
export function RemoveSegment({ segment, onClose, onDone }: RemoveSegmentProps) {
  const { t } = useTranslation()
  const show = useShow()
  const { id: c } = useCabinet()
  const [refused, setRefused] = useState<{ id: string; usedBy: readonly SegmentUse[] } | null>(null)
  const remove = useRemoveSegment((refusal) => {
    const usedBy = SegmentUse.array().safeParse(refusal.detail.usedBy)
    if (refusal.code !== 'segment_in_use' || !usedBy.success || !segment) return false
    setRefused({ id: segment.id, usedBy: usedBy.data })
    void refreshSegments()
    return true
  }, t('segments.remove.done'))
  if (!segment) return null
  const usedBy = refused?.id === segment.id ? refused.usedBy : segment.usedBy
  if (usedBy.length > 0) {
    return (
      <Modal
        opened
        onClose={onClose}
        title={t('segments.remove.usedTitle', { name: segment.name })}
        closeButtonProps={{ 'aria-label': t('common.close') }}
      >
        <Text mb="xs">{t('segments.remove.usedText')}</Text>
        <UsedBy uses={usedBy} onClick={onClose} />
        <Group justify="flex-end" mt="lg">
          <Button data-autofocus onClick={onClose}>
            {t('common.close')}
          </Button>
        </Group>
      </Modal>
    )
  }
  const confirm = async () => {
    if (!(await remove.ask({ params: { c, segmentUuid: segment.id } }))) return
    onClose()
    onDone?.()
  }
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={t('segments.remove.title', { name: segment.name })}
      confirmLabel={t('segments.remove.verb')}
      onConfirm={() => void confirm()}
      isBusy={remove.isBusy}
    >
      <Text>{t('segments.remove.text', { count: segment.size, n: show.number(segment.size) })}</Text>
    </ConfirmDialog>
  )
}
