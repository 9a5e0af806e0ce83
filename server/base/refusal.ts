/** An expected error. Its code is declared in the contract with a status; its sentence is in words/. */
import type { ErrorOf, Room } from '../../contract/call.ts'
import { COMMON_ERRORS, type CommonError } from '../../contract/common-errors.ts'

/** Facts for the sentence, and for what is shown beside it: things by kind, number and name. */
export type Detail = Readonly<
  Record<string, string | number | boolean | null | readonly Readonly<Record<string, string>>[]>
>
export type FieldFault = { code: string; detail?: Detail }

export class Refusal extends Error {
  readonly code: string
  readonly detail: Detail
  /** Faults by the path of a field, `settings.fields.2.label`. */
  readonly fields: Readonly<Record<string, FieldFault>> | undefined

  constructor(code: string, detail: Detail = {}, fields?: Readonly<Record<string, FieldFault>>) {
    super(code)
    this.code = code
    this.detail = detail
    this.fields = fields
  }
}

/** A refusal that keeps what was written before it, such as a counted try; thrown before anything else is written. */
export class KeptRefusal extends Refusal {}

/**
 * A `refuse` that takes only the codes which a room's calls declare.
 * Use it as `throw refuse('push_in_queue')`.
 */
export function refusals<R extends Room>(
  _room: R,
): (code: ErrorOf<R>, detail?: Detail, fields?: Readonly<Record<string, FieldFault>>) => Refusal {
  return (code, detail, fields) => new Refusal(code, detail, fields)
}

/** A refusal any call may answer. */
export function refuseAny(code: CommonError, detail?: Detail, fields?: Readonly<Record<string, FieldFault>>): Refusal {
  return new Refusal(code, detail, fields)
}

/** Status of a common refusal, or undefined when the code is not a common one. */
export function commonStatus(code: string): number | undefined {
  return (COMMON_ERRORS as Readonly<Record<string, number>>)[code]
}

/**
 * An account in debt gets account_limited; after a demo there is nothing to pay until a tariff is chosen.
 * @throws Refusal account_limited, demo_over
 */
export function refuseLimited(cabinet: { isLimited: boolean; tariff: string | null }): void {
  if (cabinet.isLimited) throw refuseAny(cabinet.tariff === 'demo' ? 'demo_over' : 'account_limited')
}
