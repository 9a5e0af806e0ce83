import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { General } from '../../../contract/platform/cabinets.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import type { Refused } from '../../base/refused.ts'
import { StatusBanner } from '../../parts/status.tsx'
import { useNewestGeneral } from './data.ts'

/** Somebody else was faster; what he saved is loaded into the form on request. */
export function ConflictBanner({
  refused,
  onLoaded,
}: {
  refused: Refused | null
  onLoaded: (general: General) => void
}) {
  const { t } = useTranslation()
  const { id: c } = useCabinet()
  const load = useNewestGeneral(c)
  if (refused?.code !== 'version_conflict') return null
  return (
    <StatusBanner
      tone="warning"
      action={
        <Button size="xs" variant="default" onClick={() => void load().then(onLoaded, () => undefined)}>
          {t('settings.conflict.load')}
        </Button>
      }
    >
      {refused.message}
    </StatusBanner>
  )
}
