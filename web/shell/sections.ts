/** The sections of a cabinet, for the menu, the palette and the keyboard. */
import {
  type Icon,
  IconAffiliate,
  IconApps,
  IconBell,
  IconBolt,
  IconCards,
  IconChartPie,
  IconForms,
  IconHeartHandshake,
  IconHome,
  IconPlugConnected,
  IconScan,
  IconSend,
  IconSettings,
  IconUsers,
  IconWallet,
} from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import type { Cabinet } from '../../contract/platform/cabinets.ts'
import { useMaybeCabinet } from '../base/cabinet.tsx'

export type SectionKey =
  | 'overview'
  | 'notifications'
  | 'cards'
  | 'forms'
  | 'acceptance'
  | 'clients'
  | 'segments'
  | 'pushes'
  | 'triggers'
  | 'marketplace'
  | 'coalition'
  | 'partner'
  | 'integration'
  | 'finances'
  | 'settings'

export type Section = {
  key: SectionKey
  /** Its route. */
  to: string
  icon: Icon
  /** Pressed after `g`. */
  letter?: string
  isFor?: (cabinet: Cabinet) => boolean
}

const OVERVIEW: Section = { key: 'overview', to: '/$cabinetDomain', icon: IconHome, letter: 'o' }
const CARDS: Section = { key: 'cards', to: '/$cabinetDomain/cards', icon: IconCards, letter: 'c' }
const FORMS: Section = { key: 'forms', to: '/$cabinetDomain/form', icon: IconForms, letter: 'f' }
const ACCEPTANCE: Section = { key: 'acceptance', to: '/$cabinetDomain/acceptance', icon: IconScan, letter: 'a' }
const CLIENTS: Section = { key: 'clients', to: '/$cabinetDomain/clients', icon: IconUsers, letter: 'k' }
const SEGMENTS: Section = { key: 'segments', to: '/$cabinetDomain/segments', icon: IconChartPie, letter: 's' }
const PUSHES: Section = { key: 'pushes', to: '/$cabinetDomain/pushes', icon: IconSend, letter: 'p' }
const TRIGGERS: Section = { key: 'triggers', to: '/$cabinetDomain/triggers', icon: IconBolt, letter: 't' }
const MARKETPLACE: Section = { key: 'marketplace', to: '/$cabinetDomain/marketplace', icon: IconApps, letter: 'm' }
const COALITION: Section = { key: 'coalition', to: '/$cabinetDomain/coalition', icon: IconAffiliate }
const PARTNER: Section = {
  key: 'partner',
  to: '/$cabinetDomain/partner',
  icon: IconHeartHandshake,
  isFor: (cabinet) => cabinet.isAgent,
}
const INTEGRATION: Section = {
  key: 'integration',
  to: '/$cabinetDomain/integration',
  icon: IconPlugConnected,
  letter: 'i',
}
const FINANCES: Section = { key: 'finances', to: '/$cabinetDomain/balance', icon: IconWallet, letter: 'b' }
const NOTIFICATIONS: Section = {
  key: 'notifications',
  to: '/$cabinetDomain/notifications',
  icon: IconBell,
  letter: 'n',
}
const SETTINGS: Section = { key: 'settings', to: '/$cabinetDomain/settings', icon: IconSettings, letter: ',' }

type Group = {
  name: 'groupCards' | 'groupClients' | 'groupMessages' | 'groupGrow' | 'groupAccount' | null
  sections: readonly Section[]
}

/** The menu in groups; the first one has no name. */
const MENU: readonly Group[] = [
  { name: null, sections: [OVERVIEW] },
  { name: 'groupCards', sections: [CARDS, FORMS, ACCEPTANCE] },
  { name: 'groupClients', sections: [CLIENTS, SEGMENTS] },
  { name: 'groupMessages', sections: [PUSHES, TRIGGERS] },
  { name: 'groupGrow', sections: [MARKETPLACE, COALITION, PARTNER] },
  { name: 'groupAccount', sections: [INTEGRATION, FINANCES, NOTIFICATIONS, SETTINGS] },
]

/** On a phone these are in the bottom bar; everything is behind "More". */
export const BOTTOM: readonly Section[] = [OVERVIEW, CARDS, CLIENTS, PUSHES]

/** Groups of the open cabinet that are not empty; none without a cabinet. */
export function useMenu(): readonly Group[] {
  const cabinet = useMaybeCabinet()
  const { routesByPath } = useRouter()
  if (!cabinet) return []
  const isThere = ({ to, isFor }: Section) => to in routesByPath && isFor?.(cabinet) !== false
  return MENU.map((group) => ({ ...group, sections: group.sections.filter(isThere) })).filter(
    (group) => group.sections.length > 0,
  )
}

/** All sections of the open cabinet. */
export function useMenuSections(): readonly Section[] {
  return useMenu().flatMap((group) => group.sections)
}

/** Without a tariff everything but the settings is locked. */
export function isLocked(section: Section, cabinet: Cabinet): boolean {
  return cabinet.tariff === null && section.key !== 'settings'
}

/** Why a section is shown with a lock: there is no tariff, or this one has none of it. Its page says which one has. */
export function lockOf(section: Section, cabinet: Cabinet): 'locked' | 'higherPlan' | null {
  if (isLocked(section, cabinet)) return 'locked'
  const limits = cabinet.tariff?.limits
  return (section.key === 'segments' || section.key === 'triggers') && limits?.[section.key] === 0 ? 'higherPlan' : null
}

const SECTION_IN_PATH = new RegExp(
  '^/[^/?]+/(cards|form|acceptance|clients|segments|pushes|triggers|notifications|marketplace|coalition|partner' +
    '|integration|balance(?:/[a-z-]+)?|settings(?:/[a-z]+)?)(?:[/?]|$)',
)

/** The same section in another cabinet: ids belong to the old one and are dropped. */
export function pathInCabinet(path: string, domain: string): string {
  const section = SECTION_IN_PATH.exec(path)?.[1]
  return section ? `/${domain}/${section}` : `/${domain}`
}

/** Is this a list with a "Create" button? */
export function isCreatingList(path: string): boolean {
  return /^\/select_application$|^\/[^/]+\/(?:cards|form|segments|pushes|triggers)$/.test(path)
}
