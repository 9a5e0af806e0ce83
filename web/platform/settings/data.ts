/** Reads and actions of the settings: the cabinet itself and the user's sessions. */
import { useTranslation } from 'react-i18next'
import { cabinets, type General } from '../../../contract/platform/cabinets.ts'
import { users } from '../../../contract/platform/users.ts'
import type { ErrorForm } from '../../base/form.ts'
import { queryClient, readKey, readOptions, useRead } from '../../base/query.ts'
import type { Refused } from '../../base/refused.ts'
import { useWrite } from '../../base/write.ts'

export function useGeneral(c: number) {
  return useRead(cabinets.readGeneral, { params: { c } })
}

/** All that is saved together; each card of the page changes a part of it. */
export function inputOf({ name, logo, firstCardNumber, plastic, points, version }: General) {
  return { name, logo, firstCardNumber, plastic, points, version }
}

/** The menu shows the name and the logo, so its reads are refreshed. */
export function useSaveGeneral(c: number, form: ErrorForm, done: string, onRefused: (refused: Refused) => boolean) {
  return useWrite(cabinets.saveGeneral, {
    form,
    done,
    onRefused,
    refresh: [cabinets.openCabinet, cabinets.menu, cabinets.listCabinets],
    onDone: (reply) => {
      queryClient.setQueryData(readKey(cabinets.readGeneral, { params: { c } }), reply)
    },
  })
}

/** Past what is remembered. */
export function useNewestGeneral(c: number) {
  return () => queryClient.fetchQuery({ ...readOptions(cabinets.readGeneral, { params: { c } }), staleTime: 0 })
}

export function useAllowExport(c: number) {
  const { t } = useTranslation()
  return useWrite(cabinets.allowExport, {
    done: ({ status }) => t(status ? 'settings.export.on' : 'settings.export.off'),
    onDone: ({ status }) => {
      queryClient.setQueryData<General>(
        [...readKey(cabinets.readGeneral, { params: { c } })],
        (known) => known && { ...known, isExportAllowed: status },
      )
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
