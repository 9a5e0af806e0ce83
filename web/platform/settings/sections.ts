/** The sections of the settings. */
import {
  type Icon,
  IconAdjustmentsHorizontal,
  IconApi,
  IconBraces,
  IconCertificate,
  IconDeviceMobileCheck,
  IconMail,
  IconUsersGroup,
} from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { useMaybeCabinet } from '../../base/cabinet.tsx'

export type SectionKey = 'general' | 'certificates' | 'accesses' | 'sms' | 'email' | 'api' | 'variables'

const SECTIONS: readonly { key: SectionKey; icon: Icon }[] = [
  { key: 'general', icon: IconAdjustmentsHorizontal },
  { key: 'certificates', icon: IconCertificate },
  { key: 'accesses', icon: IconUsersGroup },
  { key: 'sms', icon: IconDeviceMobileCheck },
  { key: 'email', icon: IconMail },
  { key: 'api', icon: IconApi },
  { key: 'variables', icon: IconBraces },
]

/** Sections that an account without a tariff may open. */
const WITHOUT_TARIFF: readonly SectionKey[] = ['general', 'accesses']

export function useSections() {
  const { routesByPath } = useRouter()
  const isBare = useMaybeCabinet()?.tariff === null
  return SECTIONS.filter(
    ({ key }) => `/$cabinetDomain/settings/${key}` in routesByPath && (!isBare || WITHOUT_TARIFF.includes(key)),
  )
}
