/** `kill -9` of web, worker and PostgreSQL in one moment, ten times, in the middle of all kinds of work. */
import { afterAll, expect, test } from 'vitest'
import { MINUTE_MS } from '../contract/time.ts'
import { build } from '../scripts/build.ts'
import { clearTrial, freshFolder } from '../scripts/postgres/launch-trial.ts'
import { expectAllThere, expectNothingHalfMade, openBusiness } from './after-load.ts'
import { openKillable } from './killable.ts'
import { type Ledger, newLedger, runMixedLoad } from './mixed-load.ts'
import { clearProcesses, demoPasswordIn, visitorOf } from './processes.ts'
import { until } from './until.ts'

const KILLS = 10
/** Google takes 20 requests in a second, and four for a message to a card that is full: hundreds of them are left. */
const SENT_MS = 5 * MINUTE_MS

const cardsOf = (ledger: Ledger) => ledger.forms.filter(({ page }) => page !== null).length

afterAll(async () => {
  await clearProcesses()
  await clearTrial()
})

test('every acknowledged write is there after each kill, nothing is half made and nothing is doubled', async () => {
  await build()
  const installation = await openKillable(freshFolder())
  let now = await installation.start()
  const business = await openBusiness(now, demoPasswordIn(installation.webFolder))
  const ledger = newLedger()
  for (let kill = 0; kill < KILLS; kill++) {
    let isOver = false
    const from = ledger.count
    const load = runMixedLoad(business, ledger, () => isOver)
    const [cards, phones] = [cardsOf(ledger), ledger.phones.length]
    await until(
      () =>
        ledger.count >= from + 3 + kill * 4 &&
        (kill % 2 === 0 ? cardsOf(ledger) > cards : ledger.phones.length > phones),
      'writes of every kind are acknowledged',
    )
    isOver = true
    await now.killAll()
    await load
    now = await installation.start()
    process.stdout.write(`warm start ${kill + 1}: ${(now.startedInMs / 1000).toFixed(1)} s\n`)
    business.server.visitor = await visitorOf(now.web)
    await expectNothingHalfMade(now)
    await expectAllThere(now, business, ledger)
  }
  await until(
    async () => (await now.query('select from push_runs where ended_at is null or waiting > 0')).length === 0,
    'the pushes end',
    SENT_MS,
  )
  await expectNothingHalfMade(now)
  await expectAllThere(now, business, ledger)
  const unsent = `select m.state, m.apple, m.google, r.cards, r.sent, r.failed from push_runs r
    left join client_messages m
      on m.cabinet_id = r.cabinet_id and m.run_id = r.id and m.state not in ('sent', 'delivered')
    where r.push_id = any($1) and (r.sent <> r.cards or m.state is not null)`
  expect(await now.query(unsent, [ledger.pushes.map(({ id }) => id)])).toEqual([])
  // Each message is one change of the card, however often its batch was repeated.
  const doubled = `select p.id from passes p where p.id = any($1) and p.message_number <>
    (select count(*) from client_messages m where m.cabinet_id = p.cabinet_id and m.pass_id = p.id)`
  expect(await now.query(doubled, [ledger.phones.map(({ serial }) => serial)])).toEqual([])
  expect(await now.query(`select name from pgboss.job where state = 'failed'`)).toEqual([])
  expect(ledger.odd).toEqual([])
  process.stdout.write(
    `${ledger.count} writes acknowledged: ${cardsOf(ledger)} forms, ` +
      `${ledger.phones.length} phones, ${ledger.pushes.length} pushes, ${ledger.logins.length} logins\n`,
  )
})
