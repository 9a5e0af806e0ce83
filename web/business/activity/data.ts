/** Reads of the activity of an account. */
import { access } from '../../../contract/platform/access.ts'
import { activity } from '../../../contract/business/activity.ts'
import type { SendInputOf } from '../../../contract/call.ts'
import { useRead } from '../../base/query.ts'

export const useActivity = (c: number, query: SendInputOf<typeof activity.listActivity>['query'], isOwner: boolean) =>
  useRead(activity.listActivity, isOwner ? { params: { c }, query } : null, { keepRows: true })

/** People with access, for the filter. */
export function useTeam(c: number): { id: string; name: string }[] {
  const read = useRead(access.listPeople, { params: { c } })
  return (read.data?.people ?? []).flatMap(({ id, name, email }) => (id === null ? [] : [{ id, name: name || email }]))
}
