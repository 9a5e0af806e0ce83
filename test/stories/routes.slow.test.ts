import { afterAll, beforeAll, expect, test } from 'vitest'
import { ROLES, ROUTES } from './routes-table.ts'
import { openRouteVisitor, type RouteVisitor } from './routes-visitor.ts'

let visitor: RouteVisitor

beforeAll(async () => {
  visitor = await openRouteVisitor()
})
afterAll(() => visitor?.close())

test.each(ROLES)('every route leads where its guard sends it, for %s', async (role) => {
  expect(await visitor.findWrongLandings(role, ROUTES)).toEqual([])
})
