/** A promo code as it is typed: amounts in whole units, empty fields as empty texts. Pure. */
import type { ModuleId, Promo, PromoInput } from '../../../contract/reach/marketplace.ts'

/** An empty number field has an empty text. */
export type PromoDraft = {
  code: string
  bonus: number | ''
  inviter: number | ''
  invited: number | ''
  max: number | ''
  startsOn: string
  endsOn: string
}

const whole = (minor: number): number | '' => (minor === 0 ? '' : minor / 100)

/** @param today Moscow day on which a new one begins */
export function draftOf(promo: Promo | undefined, today: string): PromoDraft {
  if (!promo) return { code: '', bonus: '', inviter: '', invited: '', max: '', startsOn: today, endsOn: '' }
  return {
    code: promo.code,
    bonus: whole(promo.bonusMinor),
    inviter: whole(promo.inviterMinor),
    invited: whole(promo.invitedMinor),
    max: promo.max ?? '',
    startsOn: promo.startsOn,
    endsOn: promo.endsOn ?? '',
  }
}

const minor = (amount: number | ''): number => (amount === '' ? 0 : Math.round(amount * 100))

export function promoOf(draft: PromoDraft, id: string | null, moduleId: ModuleId): PromoInput {
  const isWelcome = moduleId === 'welcome'
  return {
    id,
    code: isWelcome ? draft.code.trim() : '',
    bonusMinor: isWelcome ? minor(draft.bonus) : 0,
    inviterMinor: isWelcome ? 0 : minor(draft.inviter),
    invitedMinor: isWelcome ? 0 : minor(draft.invited),
    max: draft.max === '' ? null : draft.max,
    startsOn: draft.startsOn,
    endsOn: draft.endsOn === '' ? null : draft.endsOn,
  }
}

/** Puts a row into the module it belongs to. @returns the rows, and the place of this one */
export function putPromo(promos: readonly PromoInput[], row: PromoInput): { promos: PromoInput[]; index: number } {
  const known = promos.findIndex((one) => one.id !== null && one.id === row.id)
  const index = known < 0 ? promos.length : known
  return { promos: promos.toSpliced(index, known < 0 ? 0 : 1, row), index }
}

/** Fields of the form by their names in the call. */
export const FIELD_OF = {
  code: 'code',
  bonusMinor: 'bonus',
  inviterMinor: 'inviter',
  invitedMinor: 'invited',
  max: 'max',
  startsOn: 'startsOn',
  endsOn: 'endsOn',
} as const satisfies Record<string, keyof PromoDraft>

/** `promos.3.code` of a refusal → `code` of the open form. @param index place of the row in what was sent */
export function fieldIn(path: string, index: number): keyof PromoDraft | undefined {
  const name = path.startsWith(`promos.${index}.`) ? path.slice(`promos.${index}.`.length) : undefined
  return name !== undefined && Object.hasOwn(FIELD_OF, name) ? FIELD_OF[name as keyof typeof FIELD_OF] : undefined
}
