/** Entering a system by its owner's consent: the button that leads there, and what it needs before. */
import { Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Crm } from '../../../contract/business/integration.ts'
import { integration } from '../../../contract/business/integration.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { useWrite } from '../../base/write.ts'
import { StatusBanner } from '../../parts/status.tsx'
import { WriteButton } from '../../parts/write-button.tsx'

/** Leads to the system, and back to the landing page. */
export function useConsent() {
  const { id: c } = useCabinet()
  const begin = useWrite(integration.beginConsent, {
    onDone: ({ url }) => window.location.assign(url),
    onRefused: () => true,
  })
  const go = (type: string, settings: Readonly<Record<string, string>>) =>
    begin.run({ params: { c }, body: { type, settings: { ...settings } } })
  return { go, isBusy: begin.isBusy, refused: begin.refused }
}

export function ConsentOffer({ system, settings }: { system: Crm; settings: Readonly<Record<string, string>> }) {
  const { t } = useTranslation()
  const consent = useConsent()
  const values = { name: system.title }
  return (
    <Stack gap="xs" align="flex-start">
      <Text>{t('integration.consent.lead', values)}</Text>
      {system.consent === 'own' && (
        <Text className="k-small">
          {t('integration.consent.own', { address: `${window.location.origin}/integration/${system.name}` })}
        </Text>
      )}
      {consent.refused && <StatusBanner tone="danger">{consent.refused.message}</StatusBanner>}
      <WriteButton
        variant="default"
        loading={consent.isBusy}
        aria-busy={consent.isBusy}
        onClick={() => consent.go(system.name, settings)}
      >
        {t('integration.consent.button', values)}
      </WriteButton>
    </Stack>
  )
}

/** After the consent has ended. */
export function ConnectAnew({ type, settings }: { type: string; settings: Readonly<Record<string, string>> }) {
  const { t } = useTranslation()
  const consent = useConsent()
  return (
    <>
      <WriteButton
        variant="default"
        size="compact-sm"
        loading={consent.isBusy}
        aria-busy={consent.isBusy}
        onClick={() => consent.go(type, settings)}
      >
        {t('integration.consent.again')}
      </WriteButton>
      {consent.refused && <span role="alert">{consent.refused.message}</span>}
    </>
  )
}
