import { describe, expect, it } from 'vitest'
import { TriggerInput } from '../../../contract/reach/triggers.ts'
import { isSame } from '../../base/draft/same.ts'
import { type Draft, essenceOf, faultsOf, inputOf, RECIPES, startsAtOnce } from './trigger-draft.ts'

const draft: Draft = {
  name: 'Gift',
  activation: 'birthday',
  segment: null,
  action: 'push',
  push: null,
  template: null,
  date: '',
  time: '',
  daysToBirthday: 3,
  daysAfterCreate: 7,
  isBack: false,
  backDays: 30,
}

describe('a draft', () => {
  it.each(Object.entries(RECIPES))('of the example %s is accepted by the server', (_, change) => {
    expect(TriggerInput.safeParse(inputOf({ ...draft, ...change })).success).toBe(true)
  })

  it('is the same while only unused days are typed', () => {
    expect(isSame(essenceOf(draft), essenceOf({ ...draft, backDays: 5, name: ' Gift ' }))).toBe(true)
    expect(isSame(essenceOf(draft), essenceOf({ ...draft, isBack: true }))).toBe(false)
  })

  it.each([
    [{ name: ' ' }, ['name']],
    [{ daysToBirthday: '' as const }, ['daysToBirthday']],
    [{ isBack: true, backDays: '' as const }, ['removeTemplateAfterDays']],
    [{ backDays: '' as const }, []],
  ])('with %j has the faults %j', (change, faults) => {
    expect(faultsOf({ ...draft, ...change })).toEqual(faults)
  })

  it.each([
    [{}, false, false],
    [{ activation: 'now' as const }, false, false],
    [{ activation: 'now' as const, push: 'p' }, false, true],
    [{ activation: 'now' as const, push: 'p' }, true, false],
    [{ activation: 'now' as const, push: 'p', action: 'template' as const }, false, false],
  ])('with %j, on: %s, starts immediately: %s', (change, isActive, starts) => {
    expect(startsAtOnce({ ...draft, ...change }, isActive)).toBe(starts)
  })
})
