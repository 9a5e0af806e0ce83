/** Filters of the client table, in the address and as the call takes them. Invalid parts are ignored. */
import { z } from 'zod'
import { ClientFilters } from '../../../contract/people/clients.ts'

export const FILTER_NAMES = [
  'template',
  'form',
  'platform',
  'sex',
  'birthday',
  'balance',
  'segment',
  'tag',
  'crm',
  'did',
  'state',
] as const
export type FilterName = (typeof FILTER_NAMES)[number]

export type Range = { from: number | undefined; to: number | undefined }

/** `1000_5000`, `1000_`, `_-500`: hundredths; either end may be open. */
export function readRange(text: string | undefined): Range {
  const [from = '', to = ''] = text?.split('_') ?? []
  const end = (part: string) => (/^-?\d{1,12}$/.test(part) ? Number(part) : undefined)
  return { from: end(from), to: end(to) }
}

/** Undefined when both ends are open: no filter. */
export function writeRange({ from, to }: Range): string | undefined {
  return from === undefined && to === undefined ? undefined : `${from ?? ''}_${to ?? ''}`
}

const plain = ClientFilters.shape

type Did = Pick<z.infer<typeof ClientFilters>, 'did' | 'didFrom' | 'didTo'>

/** `joined_2026-10-01_2026-10-31`: what clients did, and on which days; either day may be left out. */
export function readDid(text: string | undefined): Did {
  const [did, from, to] = text?.split('_') ?? []
  const one = plain.did.catch(undefined).parse(did)
  if (one === undefined) return {}
  const day = (part: string | undefined) => z.iso.date().optional().catch(undefined).parse(part)
  const days = { didFrom: day(from), didTo: day(to) }
  return { did: one, ...(days.didFrom && { didFrom: days.didFrom }), ...(days.didTo && { didTo: days.didTo }) }
}

export const writeDid = ({ did, didFrom, didTo }: Did): string | undefined =>
  did === undefined ? undefined : `${did}_${didFrom ?? ''}_${didTo ?? ''}`

const Known = z.object({
  template: plain.template.catch(undefined),
  form: plain.form.catch(undefined),
  platform: plain.platform.catch(undefined),
  sex: plain.sex.catch(undefined),
  birthday: plain.birthday.catch(undefined),
  segment: plain.segment.catch(undefined),
  tag: plain.tag.catch(undefined),
  crm: plain.crm.catch(undefined),
  state: plain.state.catch(undefined),
})

export function queryOf(filters: Readonly<Partial<Record<FilterName, string>>>): z.infer<typeof ClientFilters> {
  const { from, to } = readRange(filters.balance)
  return {
    ...Known.parse(filters),
    ...readDid(filters.did),
    ...(from !== undefined && { balanceFrom: from }),
    ...(to !== undefined && { balanceTo: to }),
  }
}
