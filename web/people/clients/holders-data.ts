/** Calls that change a client together with the card. */
import { clients } from '../../../contract/people/clients.ts'
import { growth } from '../../../contract/people/growth.ts'
import { erasures } from '../../../contract/reach/erasures.ts'
import { holders } from '../../../contract/reach/holders.ts'
import { merges } from '../../../contract/reach/merges.ts'
import { keepFile } from '../../base/keep-file.ts'
import { useRead } from '../../base/query.ts'
import type { Refused } from '../../base/refused.ts'
import { useWrite } from '../../base/write.ts'
import { HISTORY_LIMIT } from './data.ts'

/** @param onRefused returns true when the drawer shows the refusal itself */
export function useCreateClient(onRefused: (refused: Refused) => boolean) {
  return useWrite(holders.createClient, { refresh: [clients.listClients, growth.readGrowth], onRefused })
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

const OF_CARDS = [clients.readClient, clients.listClients]

export function useMakeMainCard(done: string) {
  return useWrite(holders.makeMainCard, { done, refresh: OF_CARDS })
}

export function useRestoreCard(done: string) {
  return useWrite(holders.restoreCard, { done, refresh: OF_CARDS })
}

export function useWithdrawCard(done: string, onDone: () => void) {
  return useWrite(holders.withdrawCard, { done, refresh: OF_CARDS, onDone })
}

export function useExportPerson() {
  return useWrite(erasures.exportPerson, { onDone: keepFile })
}

const OF_ARCHIVE = [clients.readClient, clients.listClients]

export function useArchiveClient(done: string) {
  return useWrite(erasures.archiveClient, { done, refresh: OF_ARCHIVE })
}

export function useBringBackClient(done: string) {
  return useWrite(erasures.bringBackClient, { done, refresh: OF_ARCHIVE })
}

export function useErasurePreview(c: number, id: string) {
  return useRead(erasures.previewErasure, { params: { c, id } })
}

/** @param onRefused returns true when the dialog shows the refusal itself */
export function useEraseClient(onRefused: (refused: Refused) => boolean) {
  return useWrite(erasures.eraseClient, { refresh: [clients.listClients, erasures.listErasures], onRefused })
}

/** Of the whole business; the list of a client's history gives a client, which is left aside. */
export function useErasures(c: number, _: string, page: number) {
  return useRead(erasures.listErasures, { params: { c }, query: { page, limit: HISTORY_LIMIT } }, { keepRows: true })
}

const FOUND = 6

export function useClientSearch(c: number, q: string) {
  return useRead(clients.listClients, { params: { c }, query: { q, limit: FOUND } }, { keepRows: true })
}

export function useMergePreview(c: number, id: string, client: string) {
  return useRead(merges.previewMerge, { params: { c, id }, query: { client } })
}

const OF_MERGE = [clients.readClient, clients.listClients, clients.balanceHistory]

export function useMergeClients(done: string) {
  return useWrite(merges.mergeClients, { done, refresh: OF_MERGE })
}

export function useUndoMerge(done: string) {
  return useWrite(merges.undoMerge, { done, refresh: OF_MERGE })
}
