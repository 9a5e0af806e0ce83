/** The parameters of a path, by the shapes that the contract declares for them. */
import type { Call } from '../../contract/call.ts'
import { type ParamName, PATH_PARAMS, readParam } from '../../contract/path-params.ts'
import { isStorable } from './fields.ts'
import { refuseAny, Refusal } from './refusal.ts'

export type Params = Record<string, string | number>

/** A malformed identifier gets the 404 that the call declares, as an unknown one does. */
function refuseParam(one: Call, name: ParamName): Refusal {
  const named = Object.keys(one.errors).find((code) => one.errors[code] === 404)
  const isNamed = PATH_PARAMS[name].kind !== 'word' && !('isBusiness' in PATH_PARAMS[name])
  return named !== undefined && isNamed ? new Refusal(named) : refuseAny('not_found')
}

/** @throws Refusal the 404 of the call, or not_found */
export function readParams(one: Call, raw: Readonly<Record<string, string>>): Params {
  const params: Params = {}
  for (const [name, text] of Object.entries(raw) as [ParamName, string][]) {
    const value = isStorable(text) ? readParam(name, text) : undefined
    if (value === undefined) throw refuseParam(one, name)
    params[name] = value
  }
  return params
}
