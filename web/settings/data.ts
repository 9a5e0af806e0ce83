/** Reads and acts of the settings: the cabinet itself and the user's sessions. */
import { useTranslation } from 'react-i18next'
import { cabinets } from '../../contract/cabinets.ts'
import { users } from '../../contract/users.ts'
import type { ErrorForm } from '../base/form.ts'
import { queryClient, readKey, useRead } from '../base/query.ts'
import { useWrite } from '../base/write.ts'

export function useGeneral(c: number) {
  return useRead(cabinets.readGeneral, { params: { c } })
}

/** The name and the logo stand in the menu, so what shows them is read anew. */
export function useSaveGeneral(c: number, form: ErrorForm, done: string) {
  return useWrite(cabinets.saveGeneral, {
    form, done, refresh: [cabinets.openCabinet, cabinets.menu, cabinets.listCabinets],
    onDone: (reply) => {
      queryClient.setQueryData(readKey(cabinets.readGeneral, { params: { c } }), reply)
    },
  })
}

export function useSessions(c: number) {
  return useRead(users.listSessions, { params: { c } })
}

export function useEndOtherSessions() {
  const { t } = useTranslation()
  return useWrite(users.endOtherSessions, { refresh: [users.listSessions], done: t('settings.sessionList.ended') })
}
