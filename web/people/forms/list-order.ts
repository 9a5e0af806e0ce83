/** The whole list of forms is loaded: it is searched and sorted here. Pure. */
import type { FormRow } from '../../../contract/people/forms.ts'

export const SORTS = ['opened', 'name', 'card'] as const
export type SortName = (typeof SORTS)[number]

const FEATURE: Readonly<Record<SortName, (one: FormRow, other: FormRow) => number>> = {
  opened: (one, other) => one.opened - other.opened,
  name: (one, other) => one.name.localeCompare(other.name),
  card: (one, other) => one.template.name.localeCompare(other.template.name),
}

export function findForms(
  forms: readonly FormRow[],
  q: string,
  sort: { by: SortName; direction: 'asc' | 'desc' },
): FormRow[] {
  const wanted = q.trim().toLocaleLowerCase()
  const sign = sort.direction === 'asc' ? 1 : -1
  return forms
    .filter((form) => wanted === '' || `${form.name} ${form.template.name}`.toLocaleLowerCase().includes(wanted))
    .toSorted((one, other) => sign * FEATURE[sort.by](one, other))
}
