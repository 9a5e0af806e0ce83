/** What a push of each type may say and have. */
import { pushes as contract, textMaxOf } from '../../../contract/reach/pushes.ts'
import type { CabinetDb } from '../../base/db.ts'
import { refusals, refuseAny } from '../../base/refusal.ts'
import type { Points } from '../../cards/places/places.ts'
import { firstUnknown } from '../../cards/variables/variables.ts'
import type { PushType } from './sql.ts'

const refuse = refusals(contract)

/** @throws Refusal invalid_input, wrong_push_type, unknown_variable */
export async function checkInput(db: CabinetDb, type: PushType, input: { message: string } & Points): Promise<void> {
  const max = textMaxOf(type)
  if (input.message.length > max)
    throw refuseAny('invalid_input', {}, { message: { code: 'too_long', detail: { max } } })
  if ((type !== 'geo' && input.geoPoints.length > 0) || (type !== 'beacon' && input.beacons.length > 0))
    throw refuse('wrong_push_type')
  const unknown = await firstUnknown(db, [
    input.message,
    ...[...input.geoPoints, ...input.beacons].map((point) => point.text),
  ])
  if (unknown !== undefined) throw refuse('unknown_variable', { name: unknown })
}
