/** What the owner lets a member do beyond the daily work. */
import type { MemberRight } from '../../contract/limits.ts'
import type { OpenedCabinet } from './answer.ts'
import { refuseAny } from './refusal.ts'

/** Calls that always need a right name it in the contract; the others call this. @throws Refusal right_missing */
export function requireRight(cabinet: Pick<OpenedCabinet, 'rights'>, right: MemberRight): void {
  if (!cabinet.rights.includes(right)) throw refuseAny('right_missing', { right })
}
