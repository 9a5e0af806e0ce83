import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type KeyboardUser,
  lookAsOperator,
  lookAsOwner,
  lookBeforeLogin,
  OWNER,
  startKeyboardUser,
} from './keyboard-user.ts'
import { tabThrough } from './tab-walk.ts'

let user: KeyboardUser

beforeAll(async () => {
  user = await startKeyboardUser()
})
afterAll(() => user?.close())

test('Tab reaches and shows everything that acts, on every screen', async () => {
  expect(await lookBeforeLogin(user, tabThrough)).toEqual([])
  await user.signIn(OWNER)
  expect(await lookAsOwner(user, tabThrough)).toEqual([])
  expect(await lookAsOperator(user, tabThrough)).toEqual([])
})
