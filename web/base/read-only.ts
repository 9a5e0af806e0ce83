/** Why nothing can be changed in the open account, and what ends that; null: it can be changed. */
import { useTranslation } from 'react-i18next'
import { useMaybeCabinet } from './cabinet.tsx'

export type ReadOnly = {
  /** For a button: `Top up to save changes.` */
  reason: string
  /** For a banner, of every page. */
  text: string
  /** The one action that helps, as a path of the hash. */
  action: { label: string; to: string }
}

/** @param isKnown it is known from elsewhere before the account has been read again */
export function useReadOnly(isKnown = false): ReadOnly | null {
  const { t } = useTranslation()
  const cabinet = useMaybeCabinet()
  if (cabinet === null || !(cabinet.isLimited || isKnown)) return null
  const why = cabinet.tariff?.isDemo ? 'demo' : 'money'
  return {
    reason: t(`common.readOnly.${why}`),
    text: t(why === 'demo' ? 'shell.banner.demoOver' : 'shell.banner.balance'),
    action: {
      label: t(`common.readOnly.${why}Action`),
      to: `/${cabinet.domain}/balance/${why === 'demo' ? 'tariffs-overview' : 'payments'}`,
    },
  }
}
