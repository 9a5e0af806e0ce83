/** The calls that a key can make, read from the contract itself. */
import { ALL_ROOMS } from '../../../contract/all.ts'
import type { Call } from '../../../contract/call.ts'
import { type Scope, SCOPES } from '../../../contract/limits.ts'

export type KeyCall = { name: string; one: Call; scope: Scope }

/** By scope, in the order in which scopes are offered; lists before what needs an id of theirs. */
export function keyCalls(): KeyCall[] {
  const all = Object.values(ALL_ROOMS)
    .flatMap((room) => Object.entries(room as Readonly<Record<string, Call>>))
    .toSorted(([, left], [, right]) => depthOf(left) - depthOf(right))
  return SCOPES.flatMap((scope) => all.flatMap(([name, one]) => (one.scope === scope ? [{ name, one, scope }] : [])))
}

const depthOf = ({ path }: Call) => path.split('/').length
