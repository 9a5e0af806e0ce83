import { expect, it } from 'vitest'
import { missingOf } from './missing.ts'

const whole = {
  activation: 'birthday',
  segment_id: null,
  action: 'push',
  push_id: 'p',
  push_message: 'Hello',
  template_id: null,
  day: null,
  time: null,
} as const

it.each([
  ['a birthday with a push', {}, []],
  ['an entry into all clients', { activation: 'input' }, ['segment']],
  ['an entry into a segment', { activation: 'input', segment_id: 's' }, []],
  ['a date without anything', { activation: 'date' }, ['date', 'time']],
  ['a date without a time', { activation: 'date', day: '2026-12-24' }, ['time']],
  ['no push', { push_id: null, push_message: null }, ['push']],
  ['a push without words', { push_message: ' ' }, ['message']],
  ['no template', { action: 'template' }, ['template']],
  ['a template instead of a push', { action: 'template', push_id: null, template_id: 't' }, []],
] as const)('%s lacks %j', (_, change, missing) => {
  expect(missingOf({ ...whole, ...change })).toEqual(missing)
})
