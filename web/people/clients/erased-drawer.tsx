/** The records of erased clients: who, when, what. */
import { Drawer, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { cardNumberText } from '../../../card/values.ts'
import type { Erasure } from '../../../contract/reach/erasures.ts'
import { MoscowTime } from '../../parts/moscow-time.tsx'
import { History } from './history.tsx'
import { useErasures } from './holders-data.ts'
import { useErasureText } from './use-erasure-text.ts'

export function ErasedDrawer({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const text = useErasureText()
  return (
    <Drawer
      opened
      onClose={onClose}
      size={860}
      title={t('holders.erase.list')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Stack gap="md">
        <Text c="dimmed">{t('holders.erase.listText')}</Text>
        <History<Erasure>
          clientId=""
          useEntries={useErasures}
          label={t('holders.erase.list')}
          empty={t('holders.erase.none')}
          columns={[
            {
              title: t('holders.erase.columns.card'),
              cell: (entry) => <span className="k-number">{cardNumberText(entry.cardNumber)}</span>,
            },
            { title: t('holders.erase.columns.at'), cell: (entry) => <MoscowTime at={entry.at} /> },
            { title: t('holders.erase.columns.by'), cell: (entry) => entry.by || '–' },
            { title: t('holders.erase.columns.reason'), cell: (entry) => entry.reason || '–' },
            { title: t('holders.erase.columns.what'), cell: (entry) => text.done(entry) },
            { title: t('holders.erase.columns.wallets'), cell: (entry) => text.wallets(entry) },
          ]}
        />
      </Stack>
    </Drawer>
  )
}
