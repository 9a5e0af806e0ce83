import { expect, test } from 'vitest'
import { FinishedPoll, type PollAnswers } from '../../../contract/business/poll.ts'
import { answersOf, shapeOf, STEPS, stepOf } from './steps.ts'

const EMPTY: PollAnswers = {
  phone: '',
  organization: '',
  site: '',
  activityArea: null,
  clientBase: null,
  crm: '',
  loyaltyType: null,
  goals: [],
}
const missing = (step: number, answers: PollAnswers) =>
  shapeOf(step)
    .safeParse(answers)
    .error?.issues.map(({ path }) => path.join('.')) ?? []

test('every question is in exactly one step', () => {
  expect(STEPS.flat().toSorted()).toEqual(Object.keys(FinishedPoll.shape).toSorted())
})

test('a step requires its own answers, except optional ones', () => {
  expect([missing(0, EMPTY), missing(1, EMPTY), missing(2, EMPTY)]).toEqual([
    ['phone', 'organization'],
    ['activityArea', 'clientBase'],
    ['loyaltyType', 'goals'],
  ])
  expect(missing(1, { ...EMPTY, activityArea: 'retail', clientBase: 'none' })).toEqual([])
  expect(answersOf(1, EMPTY)).toEqual({ activityArea: null, clientBase: null, crm: '' })
})

test('finds the step of a refused field', () => {
  expect([stepOf(['goals', 'phone']), stepOf(['crm']), stepOf(['nothing'])]).toEqual([0, 1, undefined])
})
