import { Button, Menu } from '@mantine/core'
import { IconChevronDown, IconPencil } from '@tabler/icons-react'
import { useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BulkKind } from '../../../../contract/reach/bulk-edits.ts'
import { loadWords } from '../../../base/words.ts'

await loadWords('bulk')

const KINDS = ['add_tags', 'remove_tags', 'template', 'amount', 'message'] as const

type BulkMenuProps = { isArchive: boolean; onChoose: (kind: BulkKind) => void }

/** What can be done to the ticked clients. */
export function BulkMenu({ isArchive, onChoose }: BulkMenuProps) {
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(false)
  const href = useRouterState({ select: (router) => router.location.href })
  // Back and forward may open a drawer under the menu.
  useEffect(() => setIsOpen(false), [href])
  return (
    <Menu position="top-start" opened={isOpen} onChange={setIsOpen}>
      <Menu.Target>
        <Button
          variant="default"
          leftSection={<IconPencil size={16} aria-hidden="true" />}
          rightSection={<IconChevronDown size={16} aria-hidden="true" />}
        >
          {t('bulk.button')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {[...KINDS, isArchive ? ('bring_back' as const) : ('archive' as const)].map((kind) => (
          <Menu.Item key={kind} onClick={() => onChoose(kind)}>
            {t(`bulk.menu.${kind}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
