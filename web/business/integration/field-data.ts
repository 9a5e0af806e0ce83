/** Reads and actions of the field map. */
import { useTranslation } from 'react-i18next'
import { integration } from '../../../contract/business/integration.ts'
import { clients } from '../../../contract/people/clients.ts'
import { queryClient, readKey, useRead } from '../../base/query.ts'
import { useWrite } from '../../base/write.ts'

export const useFieldMap = (c: number) => useRead(integration.readFieldMap, { params: { c } })

/** Fields of the CRM; it is asked each time the editor opens. */
export const useTheirFields = (c: number) => useRead(integration.listCrmFields, { params: { c } })

export function useCreateFields(c: number) {
  return useWrite(integration.createCrmFields, {
    onDone: (reply) => queryClient.setQueryData(readKey(integration.listCrmFields, { params: { c } }), reply),
    onRefused: () => true,
  })
}

export function useSaveFieldMap(c: number) {
  const { t } = useTranslation()
  return useWrite(integration.saveFieldMap, {
    refresh: [integration.readIntegration, integration.unsyncedClients, clients.listClients],
    onDone: (reply) => queryClient.setQueryData(readKey(integration.readFieldMap, { params: { c } }), reply),
    onRefused: () => true,
    done: t('integration.fields.saved'),
  })
}
