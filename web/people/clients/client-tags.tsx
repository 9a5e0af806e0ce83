import { ActionIcon, Group, Popover } from '@mantine/core'
import { IconPencil, IconPlus } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Client } from '../../../contract/people/clients.ts'
import { WriteButton } from '../../parts/write-button.tsx'
import { TagList } from './tag-list.tsx'

const TagsEditor = lazy(() => import('./tags-editor.tsx').then((file) => ({ default: file.TagsEditor })))

/** A client's tags, and a small editor for them. */
export function ClientTags({ client }: { client: Pick<Client, 'id' | 'tags'> }) {
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(false)
  const hasTags = client.tags.length > 0
  return (
    <Group gap="xs" wrap="nowrap" align="center">
      {hasTags && <TagList names={client.tags} />}
      <Popover opened={isOpen} onChange={setIsOpen} position="bottom-start" trapFocus returnFocus width={300}>
        <Popover.Target>
          {hasTags ? (
            <ActionIcon
              variant="subtle"
              color="gray"
              size={32}
              aria-label={t('clients.client.tagsEdit')}
              onClick={() => setIsOpen(!isOpen)}
            >
              <IconPencil size={16} aria-hidden="true" />
            </ActionIcon>
          ) : (
            <WriteButton
              variant="subtle"
              size="compact-sm"
              leftSection={<IconPlus size={14} aria-hidden="true" />}
              onClick={() => setIsOpen(!isOpen)}
            >
              {t('clients.client.tagsAdd')}
            </WriteButton>
          )}
        </Popover.Target>
        <Popover.Dropdown aria-label={t('clients.client.tagsEdit')}>
          <Suspense fallback={null}>
            {isOpen && <TagsEditor client={client} onClose={() => setIsOpen(false)} />}
          </Suspense>
        </Popover.Dropdown>
      </Popover>
    </Group>
  )
}
