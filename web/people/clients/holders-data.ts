/** Calls that change a client together with the card. */
import { clients } from '../../../contract/people/clients.ts'
import { holders } from '../../../contract/reach/holders.ts'
import type { Refused } from '../../base/refused.ts'
import { useWrite } from '../../base/write.ts'

/** @param onRefused returns true when the drawer shows the refusal itself */
export function useCreateClient(onRefused: (refused: Refused) => boolean) {
  return useWrite(holders.createClient, { refresh: [clients.listClients, clients.issuedByDay], onRefused })
}

/** @param onRefused returns true when the dialog shows the refusal itself */
export function useChangeAmount(onRefused?: (refused: Refused) => boolean) {
  return useWrite(holders.changeAmount, {
    refresh: [clients.readClient, clients.listClients, clients.balanceHistory],
    ...(onRefused && { onRefused }),
  })
}

/** @param done the sentence after it was sent */
export function useEmailCardLink(done: (email: string) => string) {
  return useWrite(holders.emailCardLink, { done: ({ email }) => done(email) })
}
