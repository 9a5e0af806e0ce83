/** Reads and actions of the people of a cabinet, and of the user's own invitations. */
import { useTranslation } from 'react-i18next'
import { access, type Person } from '../../../contract/platform/access.ts'
import type { ReplyOf } from '../../../contract/call.ts'
import { cabinets } from '../../../contract/platform/cabinets.ts'
import type { ErrorForm } from '../../base/form.ts'
import { queryClient, readKey, useRead } from '../../base/query.ts'
import type { Refused } from '../../base/refused.ts'
import { useWrite } from '../../base/write.ts'

export function usePeople(c: number) {
  return useRead(access.listPeople, { params: { c } })
}

/** @param onRefused returns true when the page shows the refusal itself */
export function useInvite(onRefused?: (refused: Refused) => boolean, form?: ErrorForm) {
  const { t } = useTranslation()
  return useWrite(access.invitePerson, {
    refresh: [access.listPeople],
    done: (person) => t('access.people.sent', { email: person.email }),
    ...(form && { form }),
    ...(onRefused && { onRefused }),
  })
}

export function useRemovePerson(name: string) {
  const { t } = useTranslation()
  return useWrite(access.removePerson, { refresh: [access.listPeople], done: t('access.remove.done', { name }) })
}

export function useRevoke() {
  const { t } = useTranslation()
  return useWrite(access.revokeInvite, { refresh: [access.listPeople], done: t('access.revoke.done') })
}

/** Shows a saved person at once. */
const replacePerson = (c: number) => (person: Person) =>
  queryClient.setQueryData<ReplyOf<typeof access.listPeople>>(
    readKey(access.listPeople, { params: { c } }),
    (before) => before && { ...before, people: before.people.map((one) => (one.id === person.id ? person : one)) },
  )

export function useNotifications(c: number) {
  return useWrite(access.saveNotifications, { onDone: replacePerson(c) })
}

export function useSaveRights(c: number, name: string) {
  const { t } = useTranslation()
  return useWrite(access.saveRights, { done: t('access.rights.saved', { name }), onDone: replacePerson(c) })
}

export function useMyInvites() {
  return useRead(access.myInvites, {})
}

export function useAnswer() {
  return useWrite(access.answerInvite, {
    refresh: [access.myInvites, access.checkInvite, cabinets.menu, cabinets.listCabinets],
  })
}

/** Is this the address of the signed-in user? Upper and lower case are the same, as on the server. */
export function isSameAddress(one: string, other: string): boolean {
  const fold = (email: string) => email.trim().replace(/[A-Z]/g, (letter) => letter.toLowerCase())
  return fold(one) === fold(other)
}
