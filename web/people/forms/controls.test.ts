import { expect, it } from 'vitest'
import { controlOf, errorsByControl, fieldKeyOf, sectionOf } from './controls.ts'
import { newField } from './field-kinds.ts'

const fields = [
  newField('string', [], [], { label: 'Name', value: '' }),
  newField('tel', [], [], { label: 'Phone', value: '' }),
]

it('an error belongs to its field by key, not by position', () => {
  expect(controlOf('settings.fields.1.label', fields)).toBe('fields.tel.label')
  expect(controlOf('settings.fields.1.values.3', fields)).toBe('fields.tel.values')
  expect(controlOf('settings.fields', fields)).toBe('fields')
  expect(controlOf('settings.fields.9.label', fields)).toBe('fields')
  expect(controlOf('settings.agreement.text', fields)).toBe('agreement.text')
  expect(controlOf('name', fields)).toBe('name')
})

it('the first error of a control is shown, each in its section', () => {
  expect(errorsByControl({ 'settings.fields.0.values.0': 'one', 'settings.fields.0.values.1': 'two' }, fields)).toEqual(
    { 'fields.string.values': 'one' },
  )
  expect(['name', 'title', 'fields.tel.label', 'agreement.text', 'lang'].map(sectionOf)).toEqual([
    'general',
    'params',
    'fields',
    'agreement',
    'language',
  ])
  expect([fieldKeyOf('fields.tel.mask'), fieldKeyOf('fields'), fieldKeyOf('title')]).toEqual(['tel', null, null])
})
