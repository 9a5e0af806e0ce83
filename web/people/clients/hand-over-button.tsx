import { Button } from '@mantine/core'
import { IconCashRegister } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Client } from '../../../contract/people/clients.ts'

const HandOverDialog = lazy(() => import('./hand-over.tsx').then((file) => ({ default: file.HandOverDialog })))

export function HandOverButton({ client }: { client: Client }) {
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button
        variant="default"
        fullWidth
        mt="xs"
        leftSection={<IconCashRegister size={16} aria-hidden="true" />}
        onClick={() => setIsOpen(true)}
      >
        {t('clients.handOver')}
      </Button>
      <Suspense fallback={null}>
        {isOpen && <HandOverDialog client={client} onClose={() => setIsOpen(false)} />}
      </Suspense>
    </>
  )
}
