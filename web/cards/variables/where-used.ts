/** Places where a variable is used, as links of the cabinet. */
import type { VariableUses } from '../../../contract/cards/variables.ts'

export type PlaceKind = 'forms' | 'templates' | 'pushes'
export type Place = { kind: PlaceKind; name: string; path: string }

const SECTION: Readonly<Record<PlaceKind, string>> = { forms: 'form', templates: 'cards', pushes: 'pushes' }

/** Forms first: most variables are filled there. */
export function placesOf(uses: VariableUses | undefined, domain: string): Place[] {
  if (!uses) return []
  return (['forms', 'templates', 'pushes'] as const).flatMap((kind) =>
    uses[kind].map(({ id, name }) => ({ kind, name, path: `/${domain}/${SECTION[kind]}/${id}` })),
  )
}
