/** Before a variable is deleted: where it is used, as links, or what is lost with it. */
import { Button, Group, List, Modal, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Variable, VariableUses } from '../../../contract/cards/variables.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { refresh } from '../../base/query.ts'
import { variables } from '../../../contract/cards/variables.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { PathLink } from '../../parts/link.tsx'
import { useRemoveVariable } from './data.ts'
import { placesOf } from './where-used.ts'

type RemoveDialogProps = { variable: Variable; uses: VariableUses | undefined; onClose: () => void }

export function RemoveDialog({ variable, uses, onClose }: RemoveDialogProps) {
  const { t } = useTranslation()
  const { id: c, domain } = useCabinet()
  const remove = useRemoveVariable(variable.name, () => void refresh(variables.variableUses))
  const places = placesOf(uses, domain)
  if (places.length > 0) {
    return (
      <Modal
        opened
        onClose={onClose}
        title={t('variables.blocked.title', { name: variable.name })}
        closeButtonProps={{ 'aria-label': t('common.close') }}
      >
        <Text mb="sm">{t('variables.blocked.text')}</Text>
        <List spacing={4}>
          {places.map((place) => (
            <List.Item key={place.path}>
              {t(`variables.places.${place.kind}`)}:{' '}
              <PathLink to={place.path} data-autofocus={place === places[0]}>
                {place.name}
              </PathLink>
            </List.Item>
          ))}
        </List>
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={onClose}>
            {t('common.close')}
          </Button>
        </Group>
      </Modal>
    )
  }
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={t('variables.remove.title', { name: variable.name })}
      confirmLabel={t('variables.remove.submit')}
      isBusy={remove.isBusy}
      onConfirm={() => void remove.ask({ params: { c, id: variable.id } }).then((done) => done && onClose())}
    >
      {uses && uses.clients > 0 ? t('variables.remove.values', { count: uses.clients }) : t('variables.remove.text')}
    </ConfirmDialog>
  )
}
