import { Group } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useCabinet } from '../../base/cabinet.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { AddButton, ImportButton } from './bring-buttons.tsx'
import { useForms } from './data.ts'
import { FormLink, FormsButton, noOpenFormText } from './share-form.tsx'

/** Clients come from forms, whose link and QR code are shown here, or are added by hand. */
export function NoClients({ onAdd }: { onAdd: () => void }) {
  const { t } = useTranslation()
  const forms = useForms(useCabinet().id).data?.forms
  const open = forms?.find((form) => form.isOpen)
  const icon = <IconUsers size={40} stroke={1.5} />
  if (!forms) return null
  if (!open) {
    const hasForms = forms.length > 0
    return (
      <EmptyState
        icon={icon}
        title={t('clients.empty.title')}
        text={t(noOpenFormText(hasForms))}
        action={
          <Group gap="xs">
            <FormsButton hasForms={hasForms} />
            <AddButton onClick={onAdd} />
            <ImportButton />
          </Group>
        }
      />
    )
  }
  return (
    <EmptyState
      icon={icon}
      title={t('clients.empty.title')}
      text={t('clients.empty.text')}
      action={
        <Group gap="xs">
          <AddButton onClick={onAdd} />
          <ImportButton />
        </Group>
      }
    >
      <FormLink form={open} />
    </EmptyState>
  )
}
