import { Button, Group, List, Modal, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { PushRow } from '../../../contract/reach/pushes.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { useShow } from '../../base/show.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { LinkButton, PathLink } from '../../parts/link.tsx'
import { isGoing, useRemovePush } from './data.ts'

const Used = z.object({ id: z.uuid(), name: z.string() })
type Used = z.infer<typeof Used>

type RemovePushProps = { push: PushRow | null; onClose: () => void; onDone?: () => void }

/** Asks, deletes, and says so when a push that is being sent cannot go. @param push null: closed */
export function RemovePush({ push, onClose, onDone }: RemovePushProps) {
  const { t } = useTranslation()
  const show = useShow()
  const cabinet = useCabinet()
  const [busyId, setBusyId] = useState<string | null>(null)
  const [usedBy, setUsedBy] = useState<{ id: string; triggers: readonly Used[] } | null>(null)
  const remove = useRemovePush((refused) => {
    const triggers = Used.array().safeParse(refused.detail.usedBy)
    if (refused.code === 'push_used_by_trigger' && triggers.success && push) {
      setUsedBy({ id: push.id, triggers: triggers.data })
      return true
    }
    if (refused.code !== 'push_in_queue') return false
    setBusyId(push?.id ?? null)
    return true
  }, t('pushes.remove.done'))
  if (!push) return null
  if (usedBy?.id === push.id) {
    return (
      <Modal
        opened
        onClose={onClose}
        title={t('pushes.remove.usedTitle', { name: push.name })}
        closeButtonProps={{ 'aria-label': t('common.close') }}
      >
        <Text mb="xs">{t('pushes.remove.usedText')}</Text>
        <List>
          {usedBy.triggers.map((trigger) => (
            <List.Item key={trigger.id}>
              <PathLink to={`/${cabinet.domain}/triggers/${trigger.id}`} onClick={onClose}>
                {trigger.name}
              </PathLink>
            </List.Item>
          ))}
        </List>
        <Group justify="flex-end" mt="lg">
          <Button data-autofocus onClick={onClose}>
            {t('pushes.remove.close')}
          </Button>
        </Group>
      </Modal>
    )
  }
  if (isGoing(push.status) || busyId === push.id) {
    return (
      <Modal
        opened
        onClose={onClose}
        title={t('pushes.remove.busyTitle', { name: push.name })}
        closeButtonProps={{ 'aria-label': t('common.close') }}
      >
        <Text mb="lg">{t('pushes.remove.busyText')}</Text>
        <Group justify="flex-end" gap="xs">
          <LinkButton
            variant="default"
            to="/$cabinetDomain/pushes/$pushId"
            params={{ cabinetDomain: cabinet.domain, pushId: push.id }}
            onClick={onClose}
          >
            {t('pushes.remove.watch')}
          </LinkButton>
          <Button data-autofocus onClick={onClose}>
            {t('pushes.remove.close')}
          </Button>
        </Group>
      </Modal>
    )
  }
  const confirm = async () => {
    const done = await remove.ask({ params: { c: cabinet.id, pushUuid: push.id } })
    if (!done) return
    onClose()
    onDone?.()
  }
  const cards = push.counts?.cards ?? 0
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={t('pushes.remove.title', { name: push.name })}
      confirmLabel={t('pushes.remove.verb')}
      onConfirm={() => void confirm()}
      isBusy={remove.isBusy}
    >
      <Text>
        {cards > 0 ? t('pushes.remove.sent', { count: cards, n: show.number(cards) }) : t('pushes.remove.draft')}
      </Text>
    </ConfirmDialog>
  )
}
