import { describe } from 'vitest'
import { testScreens } from './screen-story.ts'

/** Every screen in four languages, light and dark, from 320 to 1440. */
describe('every screen in every look', () => {
  testScreens(true)
})
