/** Clients as the screens and files of clients choose and show them: by segment and wallet, with their wallets. */
import type { ClientFilters } from '../../../contract/people/clients.ts'
import type { z } from 'zod'
import type { CabinetDb } from '../../base/db.ts'
import type { ClientCondition } from '../../people/clients/clients.ts'
import { segmentCondition } from '../../people/segments/segments.ts'
import { isHeldIn } from '../../reach/passes/passes.ts'

/** Filters that ask other rooms than the clients', as conditions. @throws Refusal segment_not_found */
export async function conditionsOf(
  db: CabinetDb,
  { segment, platform }: Pick<z.infer<typeof ClientFilters>, 'segment' | 'platform'>,
  now: Date,
): Promise<ClientCondition[]> {
  return [
    ...(segment === undefined ? [] : [await segmentCondition(db, segment, now)]),
    ...(platform === undefined ? [] : [isHeldIn(platform)]),
  ]
}
