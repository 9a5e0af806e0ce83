import { expect, test } from 'vitest'
import { isCreatingList, pathInCabinet } from './sections.ts'

test('switching the cabinet keeps the section and drops ids', () => {
  expect(pathInCabinet('/coffeelab/clients/17?page=2', 'salon')).toBe('/salon/clients')
  expect(pathInCabinet('/coffeelab/settings/certificates', 'salon')).toBe('/salon/settings/certificates')
  expect(pathInCabinet('/coffeelab', 'salon')).toBe('/salon')
  expect(pathInCabinet('/select_application', 'salon')).toBe('/salon')
})

test('the key for creating works on lists only, never in an editor', () => {
  expect(isCreatingList('/coffeelab/pushes')).toBe(true)
  expect(isCreatingList('/coffeelab/pushes/17')).toBe(false)
  expect(isCreatingList('/coffeelab')).toBe(false)
})
