import { expect, it } from 'vitest'
import { DAY_MS, moscowDay } from '../../../contract/time.ts'
import { server, setUpClients, shop } from '../../../test/client-shop.ts'
import { query } from '../../../test/direct-access.ts'
import { insideCabinet } from '../../base/db.ts'
import { countVisits } from './growth.ts'
import { countPastSteps } from './past.ts'

setUpClients()

it('visits of a past are counted as one by one', async () => {
  const [one, other] = [crypto.randomUUID(), crypto.randomUUID()]
  const at = (days: number) => new Date(server.now().getTime() - days * DAY_MS)
  const steps = [
    ['opened', 4],
    ['opened', 4],
    ['filled', 4],
    ['opened', 2],
  ] as const
  await insideCabinet(server.app.database, shop.c, async (db) => {
    for (const [event, days] of steps)
      if (event === 'opened')
        await countVisits(
          db,
          [{ day: moscowDay(at(days)), formId: one, templateId: shop.template, source: '', count: 1 }],
          at(days),
        )
    const past = steps.map(([event, days]) => ({
      event,
      at: at(days),
      formId: other,
      templateId: shop.template,
      source: '',
    }))
    await countPastSteps(db, past.slice(0, 1))
    await countPastSteps(db, past.slice(1))
  })
  const counted = (form: string, event: string) =>
    query(
      server,
      `select day::text, template_id, source, count from growth_days where form_id = $1 and event = $2 order by day`,
      [form, event],
    )
  expect(await counted(other, 'opened')).toEqual(await counted(one, 'opened'))
  expect(await counted(other, 'filled')).toEqual([
    { day: moscowDay(at(4)), template_id: shop.template, source: '', count: 1 },
  ])
})
