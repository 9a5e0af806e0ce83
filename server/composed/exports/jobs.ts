/** Writes files of clients, with the wallets that have their cards. */
import { type CardLookups, writeExportWith } from '../../people/exports/exports.ts'
import { walletsOfClients } from '../../reach/passes/passes.ts'
import { conditionsOf } from '../clients/clients.ts'

export const cards: CardLookups = { conditionsOf, walletsOfClients }
export const writeExport = writeExportWith(cards)
