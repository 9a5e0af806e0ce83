/** The sections of a cabinet: what the menu, the palette and the keyboard lead to. Only what exists. */
import { type Icon, IconCards, IconForms, IconHome, IconSend, IconSettings, IconUsers } from '@tabler/icons-react'

export type SectionKey = 'overview' | 'cards' | 'forms' | 'clients' | 'pushes' | 'settings'

export type Section = {
  key: SectionKey
  to: '/$cabinetDomain' | '/$cabinetDomain/cards' | '/$cabinetDomain/form' | '/$cabinetDomain/clients' | '/$cabinetDomain/pushes' | '/$cabinetDomain/settings'
  icon: Icon
  /** Pressed after `g`. */
  letter: string
}

const OVERVIEW: Section = { key: 'overview', to: '/$cabinetDomain', icon: IconHome, letter: 'o' }
const CARDS: Section = { key: 'cards', to: '/$cabinetDomain/cards', icon: IconCards, letter: 'c' }
const FORMS: Section = { key: 'forms', to: '/$cabinetDomain/form', icon: IconForms, letter: 'f' }
const CLIENTS: Section = { key: 'clients', to: '/$cabinetDomain/clients', icon: IconUsers, letter: 'k' }
const PUSHES: Section = { key: 'pushes', to: '/$cabinetDomain/pushes', icon: IconSend, letter: 'p' }
const SETTINGS: Section = { key: 'settings', to: '/$cabinetDomain/settings', icon: IconSettings, letter: 's' }

export const SECTIONS: readonly Section[] = [OVERVIEW, CARDS, FORMS, CLIENTS, PUSHES, SETTINGS]

/** The menu in groups; the first one has no name. */
export const MENU: readonly { name: 'groupCards' | 'groupClients' | 'groupMessages' | 'groupAccount' | null; sections: readonly Section[] }[] = [
  { name: null, sections: [OVERVIEW] },
  { name: 'groupCards', sections: [CARDS, FORMS] },
  { name: 'groupClients', sections: [CLIENTS] },
  { name: 'groupMessages', sections: [PUSHES] },
  { name: 'groupAccount', sections: [SETTINGS] },
]

/** On a phone these stand in the bottom bar; everything is behind "More". */
export const BOTTOM: readonly Section[] = [OVERVIEW, CARDS, CLIENTS, PUSHES]

/** The same section in another cabinet: ids belong to the old one and are dropped. */
export function pathInCabinet(path: string, domain: string): string {
  const section = /^\/[^/?]+\/(cards|form|clients|pushes|settings(?:\/[a-z]+)?)(?:[/?]|$)/.exec(path)?.[1]
  return section ? `/${domain}/${section}` : `/${domain}`
}

/** Is this one of the lists that have something to create. */
export function isCreatingList(path: string): boolean {
  return /^\/select_application$|^\/[^/]+\/(?:cards|form|pushes)$/.test(path)
}
