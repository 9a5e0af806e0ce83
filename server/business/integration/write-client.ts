/** Writes a client with the verbs of a connector. */
import type { Amounts, Client, Verbs } from '../../engines/crm/connector.ts'
import { Rejected } from '../../engines/crm/troubles.ts'
import { whoIs } from '../../engines/crm/who-is.ts'

export type Writing = {
  client: Client
  amounts: Amounts
  /** `if_new`: the system keeps the amounts, and takes ours only for a client it did not have. */
  setsAmounts: 'always' | 'if_new'
  /** Stays the same when the job runs again. */
  operation: string
  /** An earlier attempt may have arrived. */
  isRepeat: boolean
}

/** @returns the id of the client over there */
export async function writeClient(verbs: Verbs, writing: Writing): Promise<{ crmId: string }> {
  const { client, amounts, setsAmounts, isRepeat } = writing
  const operation = { id: writing.operation, isRepeat }
  const match = whoIs(client, await verbs.search(client))
  if (match.kind === 'doubt') throw new Rejected(match.doubt)
  const known = match.kind === 'same' ? match.found : null
  const isOurs = setsAmounts === 'always' || known === null || (isRepeat && !known.amounts.bonusMinor)
  const level = { discountHundredths: isOurs ? amounts.discountHundredths : null }
  const isThere = known !== null && (await verbs.update(known, client, level, operation))
  const crmId = isThere ? known.crmId : (await verbs.create({ ...client, crmId: null }, level, operation)).crmId
  const bonusMinor = amounts.bonusMinor - (known?.amounts.bonusMinor ?? 0)
  if (isOurs && bonusMinor !== 0) await verbs.adjust?.(crmId, { bonusMinor }, operation)
  return { crmId }
}
