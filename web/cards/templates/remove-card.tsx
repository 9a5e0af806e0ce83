import { Button, Group, List, Modal, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TemplateRow } from '../../../contract/cards/templates.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import type { RefusalDetail } from '../../base/refused.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { LinkAnchor } from '../../parts/link.tsx'
import { useRemoveTemplate } from './data.ts'

/** Deleting a card: asks first; one that is in use says by what. */
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
  if (used && row) return <UsedDialog row={row} used={used} onClose={close} />
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
  const params = { cabinetDomain: cabinet.domain }
  const count = (key: string) => Number(used[key] ?? 0)
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('templates.remove.usedTitle', { name: row.name })}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Text mb="xs">{t('templates.remove.usedText')}</Text>
      <List>
        {count('forms') > 0 && (
          <List.Item>
            <LinkAnchor to="/$cabinetDomain/form" params={params}>
              {t('templates.remove.usedForms', { count: count('forms') })}
            </LinkAnchor>
          </List.Item>
        )}
        {count('cards') > 0 && (
          <List.Item>
            <LinkAnchor to="/$cabinetDomain/clients" params={params}>
              {t('templates.remove.usedCards', { count: count('cards') })}
            </LinkAnchor>
          </List.Item>
        )}
        {count('pushes') > 0 && (
          <List.Item>
            <LinkAnchor to="/$cabinetDomain/pushes" params={params}>
              {t('templates.remove.usedPushes', { count: count('pushes') })}
            </LinkAnchor>
          </List.Item>
        )}
        {count('triggers') > 0 && (
          <List.Item>
            <LinkAnchor to="/$cabinetDomain/triggers" params={params}>
              {t('templates.remove.usedTriggers', { count: count('triggers') })}
            </LinkAnchor>
          </List.Item>
        )}
      </List>
      <Group justify="flex-end" mt="lg">
        <Button onClick={onClose} data-autofocus>
          {t('common.close')}
        </Button>
      </Group>
    </Modal>
  )
}
