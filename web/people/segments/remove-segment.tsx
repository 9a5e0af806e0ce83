import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SegmentUse, type Segment } from '../../../contract/people/segments.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { useShow } from '../../base/show.ts'
import { PathLink } from '../../parts/link.tsx'
import { RemoveDialog } from '../../parts/remove-dialog.tsx'
import { refreshSegments, useRemoveSegment } from './data.ts'
import classes from './segments.module.css'

/** A saved view has no page of its own. */
const pathOf = ({ kind, id }: SegmentUse) =>
  kind === 'view' ? 'clients' : `${kind === 'push' ? 'pushes' : 'triggers'}/${id}`

/** Links to what uses a segment. */
export function UsedBy({ uses, onClick }: { uses: readonly SegmentUse[]; onClick?: () => void }) {
  const { t } = useTranslation()
  const { domain } = useCabinet()
  return (
    <ul className={classes.uses}>
      {uses.map((use) => (
        <li key={use.id}>
          {t(`segments.uses.${use.kind}`)}:{' '}
          <PathLink underline="always" to={`/${domain}/${pathOf(use)}`} {...(onClick && { onClick })}>
            {use.name}
          </PathLink>
        </li>
      ))}
    </ul>
  )
}

type RemoveSegmentProps = { segment: Segment | null; onClose: () => void; onDone?: () => void }

/** Asks and deletes; one that is used stays, with links to what uses it. @param segment null: closed */
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
  const { id, name, size, isEstimate } = segment
  const who = { count: size, n: show.number(size) }
  const usedBy = refused?.id === id ? refused.usedBy : segment.usedBy
  return (
    <RemoveDialog
      title={t('segments.remove.title', { name })}
      verb={t('segments.remove.verb')}
      text={t(`segments.remove.${isEstimate ? (size > 0 ? 'textAbout' : 'textHardly') : 'text'}`, who)}
      block={
        usedBy.length > 0
          ? {
              title: t('segments.remove.usedTitle', { name }),
              text: t('segments.remove.usedText'),
              uses: <UsedBy uses={usedBy} onClick={onClose} />,
            }
          : null
      }
      remove={() => remove.ask({ params: { c, segmentUuid: id } })}
      isBusy={remove.isBusy}
      onClose={onClose}
      onDone={onDone}
    />
  )
}
