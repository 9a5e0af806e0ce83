import { useTranslation } from 'react-i18next'
import type { ClientSyncState } from '../../../contract/business/crm-sync.ts'
import { StatusBadge, type Tone } from '../../parts/status.tsx'

const TONES: Readonly<Record<ClientSyncState, Tone>> = {
  off: 'neutral',
  waiting: 'info',
  synced: 'success',
  failed: 'danger',
}

/** Whether the CRM has a client. */
export function CrmState({ state }: { state: ClientSyncState }) {
  const { t } = useTranslation()
  return <StatusBadge tone={TONES[state]}>{t(`clients.crm.states.${state}`)}</StatusBadge>
}
