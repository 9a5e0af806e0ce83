import { Button, Group, List, Modal, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TemplateRow } from '../../../contract/cards/templates.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import type { RefusalDetail } from '../../base/refused.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { LinkAnchor } from '../../parts/link.tsx'
import { useRemoveTemplate } from './data.ts'

/** Asks before a card is deleted; where it is in use, shows what uses it. */
export function RemoveCard({ row, onClose }: { row: TemplateRow | null; onClose: () => void }) {
  const { t } = useTranslation()
  const cabinet = useCabinet()
  const [used, setUsed] = useState<RefusalDetail | null>(null)
  const close = () => {
    setUsed(null)
    onClose()
  }
  const remove = useRemoveTemplate({
    done: t('templates.remove.done', { name: row?.name ?? '' }),
    onDone: close,
    onRefused: (refused) => {
      if (refused.code !== 'template_in_use') return false
      setUsed(refused.detail)
      return true
    },
  })
  // What is known to be in use is not offered to be deleted.
  const known = row && (row.issued > 0 || row.forms > 0) ? { cards: row.issued, forms: row.forms } : null
  const uses = used ?? known
  if (uses && row) return <UsedDialog row={row} used={uses} onClose={close} />
  return (
    <ConfirmDialog
      isOpen={row !== null}
      onClose={close}
      title={t('templates.remove.title', { name: row?.name ?? '' })}
      confirmLabel={t('templates.remove.button')}
      isBusy={remove.isBusy}
      onConfirm={() => row && remove.run({ params: { c: cabinet.id, uuid: row.id } })}
    >
      <Text>{t('templates.remove.text')}</Text>
    </ConfirmDialog>
  )
}

function UsedDialog({ row, used, onClose }: { row: TemplateRow; used: RefusalDetail; onClose: () => void }) {
  const { t } = useTranslation()
  const cabinet = useCabinet()
  const countOf = (key: string) => Number(used[key] ?? 0)
  const forms = countOf('forms')
  const cards = countOf('cards')
  const pushes = countOf('pushes')
  const triggers = countOf('triggers')
  const uses = [
    { to: '/$cabinetDomain/form', count: forms, label: t('templates.remove.usedForms', { count: forms }) },
    { to: '/$cabinetDomain/clients', count: cards, label: t('templates.remove.usedCards', { count: cards }) },
    { to: '/$cabinetDomain/pushes', count: pushes, label: t('templates.remove.usedPushes', { count: pushes }) },
    { to: '/$cabinetDomain/triggers', count: triggers, label: t('templates.remove.usedTriggers', { count: triggers }) },
  ] as const
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('templates.remove.usedTitle', { name: row.name })}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Text mb="xs">{t('templates.remove.usedText')}</Text>
      <List>
        {uses
          .filter(({ count }) => count > 0)
          .map(({ to, label }) => (
            <List.Item key={to}>
              <LinkAnchor to={to} params={{ cabinetDomain: cabinet.domain }}>
                {label}
              </LinkAnchor>
            </List.Item>
          ))}
      </List>
      <Group justify="flex-end" mt="lg">
        <Button onClick={onClose} data-autofocus>
          {t('common.close')}
        </Button>
      </Group>
    </Modal>
  )
}
