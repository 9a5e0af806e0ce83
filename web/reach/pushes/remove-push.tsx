import { List } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { PushRow } from '../../../contract/reach/pushes.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { useShow } from '../../base/show.ts'
import { LinkButton, PathLink } from '../../parts/link.tsx'
import { RemoveDialog } from '../../parts/remove-dialog.tsx'
import { isGoing, useRemovePush } from './data.ts'

const Used = z.object({ id: z.uuid(), name: z.string() })
type Used = z.infer<typeof Used>

type RemovePushProps = { push: PushRow | null; onClose: () => void; onDone?: () => void }

/** Asks and deletes; a push that is being sent or that triggers use stays. @param push null: closed */
export function RemovePush({ push, onClose, onDone }: RemovePushProps) {
  const { t } = useTranslation()
  const show = useShow()
  const { id: c, domain } = useCabinet()
  const [busyId, setBusyId] = useState<string | null>(null)
  const [used, setUsed] = useState<{ id: string; by: readonly Used[] } | null>(null)
  const remove = useRemovePush((refused) => {
    const triggers = Used.array().safeParse(refused.detail.usedBy)
    if (refused.code === 'push_used_by_trigger' && triggers.success && push) {
      setUsed({ id: push.id, by: triggers.data })
      return true
    }
    if (refused.code !== 'push_in_queue') return false
    setBusyId(push?.id ?? null)
    return true
  }, t('pushes.remove.done'))
  if (!push) return null
  const blockOf = () => {
    if (used?.id === push.id)
      return {
        title: t('pushes.remove.usedTitle', { name: push.name }),
        text: t('pushes.remove.usedText'),
        uses: <Triggers list={used.by} onClick={onClose} />,
      }
    if (!isGoing(push.status) && busyId !== push.id) return null
    return {
      title: t('pushes.remove.busyTitle', { name: push.name }),
      text: t('pushes.remove.busyText'),
      way: (
        <LinkButton
          variant="default"
          to="/$cabinetDomain/pushes/$pushId"
          params={{ cabinetDomain: domain, pushId: push.id }}
          onClick={onClose}
        >
          {t('pushes.remove.watch')}
        </LinkButton>
      ),
    }
  }
  const cards = push.counts?.cards ?? 0
  return (
    <RemoveDialog
      title={t('pushes.remove.title', { name: push.name })}
      verb={t('pushes.remove.verb')}
      text={cards > 0 ? t('pushes.remove.sent', { count: cards, n: show.number(cards) }) : t('pushes.remove.draft')}
      block={blockOf()}
      remove={() => remove.ask({ params: { c, pushUuid: push.id } })}
      isBusy={remove.isBusy}
      onClose={onClose}
      onDone={onDone}
    />
  )
}

function Triggers({ list, onClick }: { list: readonly Used[]; onClick: () => void }) {
  const { domain } = useCabinet()
  return (
    <List>
      {list.map(({ id, name }) => (
        <List.Item key={id}>
          <PathLink to={`/${domain}/triggers/${id}`} onClick={onClick}>
            {name}
          </PathLink>
        </List.Item>
      ))}
    </List>
  )
}
