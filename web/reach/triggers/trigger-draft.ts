/** The draft of a trigger, and the input that it becomes. Pure. */
import type { Action, Activation, Trigger, TriggerInput } from '../../../contract/reach/triggers.ts'
import { moscowMoment } from '../../../contract/time.ts'

/** Numbers may be empty while typing. */
export type Draft = {
  name: string
  activation: Activation
  segment: string | null
  action: Action
  push: string | null
  template: string | null
  date: string
  time: string
  daysToBirthday: number | ''
  daysAfterCreate: number | ''
  isBack: boolean
  backDays: number | ''
}

export const NAME_MAX = 80
const BACK_DAYS_USUAL = 30

export function draftOf(trigger: Trigger): Draft {
  return {
    name: trigger.name,
    activation: trigger.activation,
    segment: trigger.segment?.id ?? null,
    action: trigger.action,
    push: trigger.push?.id ?? null,
    template: trigger.template?.id ?? null,
    date: trigger.date ?? '',
    time: trigger.time ?? '',
    daysToBirthday: trigger.daysToBirthday,
    daysAfterCreate: trigger.daysAfterCreate,
    isBack: trigger.removeTemplateAfterDays !== null,
    backDays: trigger.removeTemplateAfterDays ?? BACK_DAYS_USUAL,
  }
}

/** What would be saved: without days for a card that does not change back. */
export function essenceOf(draft: Draft): unknown {
  return { ...draft, name: draft.name.trim(), backDays: draft.isBack ? draft.backDays : null }
}

export type Field = keyof TriggerInput

/** Fields that cannot be saved; a missing value is not an error while the trigger is off. */
export function faultsOf(draft: Draft): Field[] {
  return [
    ...(draft.name.trim() === '' ? ['name' as const] : []),
    ...(draft.daysToBirthday === '' ? ['daysToBirthday' as const] : []),
    ...(draft.daysAfterCreate === '' ? ['daysAfterCreate' as const] : []),
    ...(draft.isBack && draft.backDays === '' ? ['removeTemplateAfterDays' as const] : []),
  ]
}

export function inputOf(draft: Draft): TriggerInput {
  return {
    name: draft.name.trim(),
    activation: draft.activation,
    segment: draft.segment,
    action: draft.action,
    push: draft.push,
    template: draft.template,
    date: draft.date || null,
    time: draft.time || null,
    daysToBirthday: Number(draft.daysToBirthday),
    daysAfterCreate: Number(draft.daysAfterCreate),
    removeTemplateAfterDays: draft.isBack ? Number(draft.backDays) : null,
  }
}

/** Would saving it start it immediately? */
export function startsAtOnce(draft: Draft, isActive: boolean): boolean {
  return (
    draft.activation === 'now' && !isActive && (draft.action === 'push' ? draft.push !== null : draft.template !== null)
  )
}

export function isPassed({ activation, date, time }: Pick<Trigger, 'activation' | 'date' | 'time'>): boolean {
  return activation === 'date' && date !== null && time !== null && moscowMoment(date, time).getTime() <= Date.now()
}

export const RECIPE_NAMES = ['birthday', 'welcome', 'enters', 'holiday', 'card'] as const
export type RecipeName = (typeof RECIPE_NAMES)[number]

/** What each example fills in; its texts are in words/. */
export const RECIPES: Readonly<Record<RecipeName, Partial<Draft>>> = {
  birthday: { activation: 'birthday', daysToBirthday: 3 },
  welcome: { activation: 'create', daysAfterCreate: 7 },
  enters: { activation: 'input' },
  holiday: { activation: 'date', time: '10:00' },
  card: { activation: 'birthday', daysToBirthday: 0, action: 'template', isBack: true, backDays: 30 },
}
