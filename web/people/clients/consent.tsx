import { Anchor } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Client } from '../../../contract/people/clients.ts'
import { useShow } from '../../base/show.ts'

const ConsentDialog = lazy(() => import('./consent-dialog.tsx').then((file) => ({ default: file.ConsentDialog })))

/** When the client agreed; the date opens the words. */
export function ConsentFact({ client }: { client: Client }) {
  const { t } = useTranslation()
  const show = useShow()
  const [isOpen, setIsOpen] = useState(false)
  const { consent } = client
  if (!consent) return <>{client.consentAt ? show.date(client.consentAt) : t('clients.client.noConsent')}</>
  return (
    <>
      <Anchor component="button" type="button" onClick={() => setIsOpen(true)}>
        {show.date(consent.at)}
      </Anchor>
      <Suspense fallback={null}>
        {isOpen && <ConsentDialog consents={client.consents} onClose={() => setIsOpen(false)} />}
      </Suspense>
    </>
  )
}
