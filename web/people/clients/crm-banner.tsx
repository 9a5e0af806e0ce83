/** How many clients the CRM does not have yet, with the button that writes them. */
import { useTranslation } from 'react-i18next'
import { useCabinet } from '../../base/cabinet.tsx'
import { useShow } from '../../base/show.ts'
import { isRunning, useSync } from '../../business/integration/data.ts'
import { MoscowTime } from '../../parts/moscow-time.tsx'
import { StatusBanner } from '../../parts/status.tsx'
import { WriteButton } from '../../parts/write-button.tsx'

export function CrmBanner() {
  const { t } = useTranslation()
  const show = useShow()
  const { id: c } = useCabinet()
  const { waiting, status, start, isBusy } = useSync(c, t('clients.crm.started'))
  if (!waiting || !status) return null
  if (isRunning(status))
    return (
      <StatusBanner tone="info">
        {t('clients.crm.running', { done: show.number(status.done + status.failed), total: show.number(status.total) })}
      </StatusBanner>
    )
  if (waiting.total === 0) return null
  const next = status.nextAt && (
    <span className="k-small">
      {t('clients.crm.next')} <MoscowTime at={status.nextAt} />
    </span>
  )
  return (
    <StatusBanner
      tone="warning"
      action={
        next || (
          <WriteButton variant="default" size="compact-sm" onClick={start} loading={isBusy} aria-busy={isBusy}>
            {t('clients.crm.sync')}
          </WriteButton>
        )
      }
    >
      {t('clients.crm.unsynced', { count: waiting.total })}
    </StatusBanner>
  )
}
