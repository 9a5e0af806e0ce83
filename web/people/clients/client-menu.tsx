/** What is seldom done with a client: the data as a file, the archive, erasing. */
import {
  IconArrowMerge,
  IconArchive,
  IconArchiveOff,
  IconCreditCardOff,
  IconFileText,
  IconFileTypePdf,
  IconUserX,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Client } from '../../../contract/people/clients.ts'
import { useCabinet, useHasRight } from '../../base/cabinet.tsx'
import { MoreMenu } from '../../parts/more-menu.tsx'
import type { MoreItem } from '../../parts/page.tsx'
import { useArchiveClient, useBringBackClient, useExportPerson } from './holders-data.ts'

const ICON = { size: 16, 'aria-hidden': true } as const

type ClientMenuProps = { client: Client; open: (dialog: 'merge' | 'withdraw' | 'erase') => void }

export function ClientMenu({ client, open }: ClientMenuProps) {
  const { t } = useTranslation()
  const { id: c } = useCabinet()
  const params = { c, id: client.id }
  const file = useExportPerson()
  const archive = useArchiveClient(t('holders.archive.done'))
  const back = useBringBackClient(t('holders.archive.backDone'))
  const fileLocked = useHasRight('export') ? {} : { lockedBecause: t('holders.person.locked') }
  const mergeLocked = useHasRight('amounts') ? {} : { lockedBecause: t('holders.merge.locked') }
  const eraseLocked = useHasRight('delete') ? {} : { lockedBecause: t('holders.erase.locked') }
  const items: MoreItem[] = [
    {
      label: t('holders.person.pdf'),
      icon: <IconFileTypePdf {...ICON} />,
      onClick: () => file.run({ params, query: { format: 'pdf' } }),
      ...fileLocked,
    },
    {
      label: t('holders.person.json'),
      icon: <IconFileText {...ICON} />,
      onClick: () => file.run({ params, query: { format: 'json' } }),
      ...fileLocked,
    },
    {
      label: t('holders.merge.button'),
      icon: <IconArrowMerge {...ICON} />,
      onClick: () => open('merge'),
      ...mergeLocked,
    },
    // Several cards are listed, each with its own menu.
    ...(client.cards.length === 1 && client.cards[0]?.withdrawnAt === null
      ? [
          {
            label: t('holders.cards.withdraw'),
            icon: <IconCreditCardOff {...ICON} />,
            onClick: () => open('withdraw'),
          },
        ]
      : []),
    client.archivedAt === null
      ? { label: t('holders.archive.button'), icon: <IconArchive {...ICON} />, onClick: () => archive.run({ params }) }
      : { label: t('holders.archive.back'), icon: <IconArchiveOff {...ICON} />, onClick: () => back.run({ params }) },
    {
      label: t('holders.erase.button'),
      icon: <IconUserX {...ICON} />,
      isDangerous: true,
      onClick: () => open('erase'),
      ...eraseLocked,
    },
  ]
  return <MoreMenu label={t('common.moreActions')} items={items} />
}
