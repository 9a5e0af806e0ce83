/** The sections of the settings. */
import {
  type Icon,
  IconAdjustmentsHorizontal,
  IconApi,
  IconBraces,
  IconCertificate,
  IconDeviceMobileCheck,
  IconHistory,
  IconMail,
  IconUsersGroup,
} from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { useMaybeCabinet } from '../../base/cabinet.tsx'

export type SectionKey = 'general' | 'certificates' | 'accesses' | 'sms' | 'email' | 'api' | 'variables' | 'activity'

const SECTIONS: readonly { key: SectionKey; icon: Icon; isForOwner?: true }[] = [
  { key: 'general', icon: IconAdjustmentsHorizontal },
  { key: 'certificates', icon: IconCertificate },
  { key: 'accesses', icon: IconUsersGroup },
  { key: 'sms', icon: IconDeviceMobileCheck },
  { key: 'email', icon: IconMail },
  { key: 'api', icon: IconApi },
  { key: 'variables', icon: IconBraces },
  { key: 'activity', icon: IconHistory, isForOwner: true },
]

/** Sections that an account without a tariff may open. */
const WITHOUT_TARIFF: readonly SectionKey[] = ['general', 'accesses', 'activity']

export function useSections() {
  const { routesByPath } = useRouter()
  const cabinet = useMaybeCabinet()
  const isBare = cabinet?.tariff === null
  return SECTIONS.filter(
    ({ key, isForOwner }) =>
      `/$cabinetDomain/settings/${key}` in routesByPath &&
      (!isBare || WITHOUT_TARIFF.includes(key)) &&
      (!isForOwner || cabinet?.role === 'owner'),
  )
}
