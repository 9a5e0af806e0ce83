/**
 * Accounts in the states that the demo is not in: empty, locked, limited, without a tariff, and somebody who only works
 * in one.
 */
import { access } from '../../contract/platform/access.ts'
import { cabinets } from '../../contract/platform/cabinets.ts'
import { triggers } from '../../contract/reach/triggers.ts'
import { markPollFinished, openForWork } from '../../server/platform/cabinets/cabinets.ts'
import { logInToDemo } from '../demo-people.ts'
import { query, setPlan } from '../direct-access.ts'
import { addBringing } from './screen-bring.ts'
import { addDesk } from './screen-desk.ts'
import { addMoney } from './screen-money.ts'
import { addTelegramPush } from './screen-telegram.ts'
import { addAskingTill } from './screen-till.ts'
import type { ScreenWorld } from './screen-world.ts'

/** Paths of the accounts that `addShops` opens. */
export const EMPTY_SHOP = '#/corner-shop'
export const POOR_SHOP = '#/night-bakery'
/** Its demo has ended. */
export const OVER_SHOP = '#/old-mill'
export const BARE_SHOP = '#/tea-garden'

/** The owner is signed in somewhere else too. */
async function signInElsewhere({ server }: ScreenWorld): Promise<void> {
  await logInToDemo(server, 'anna')
}

/** A segment that a trigger holds, and the operator as somebody who works in the coffee house without owning it. */
async function occupy({ server, owner, operator, cabinet: c, segment, trigger }: ScreenWorld): Promise<void> {
  const { id, version, ...rest } = await owner.send(triggers.readTrigger, { params: { c, triggerUuid: trigger } })
  const {
    push,
    template,
    date,
    time,
    name,
    activation,
    action,
    daysToBirthday,
    daysAfterCreate,
    removeTemplateAfterDays,
  } = rest
  await owner.send(triggers.saveTrigger, {
    params: { c, triggerUuid: id },
    body: {
      name,
      activation,
      action,
      segment,
      push: push?.id ?? null,
      template: template?.id ?? null,
      date,
      time,
      daysToBirthday,
      daysAfterCreate,
      removeTemplateAfterDays,
      version,
    },
  })
  await query(
    server,
    `insert into accesses (cabinet_id, id, user_id, role, created_at)
      select $1, gen_random_uuid(), id, 'member', now() from users where email = $2`,
    [c, operator.email],
  )
}

/** Opens them beside the demo, and invites the operator into the empty one. */
export async function addShops(world: ScreenWorld): Promise<void> {
  const { server, owner, operator } = world
  const open = async (name: string, domain: string) => {
    const { id } = await owner.send(cabinets.createCabinet, { body: { name, domain, taxNumber: '12345678' } })
    await openForWork(server.app, id, markPollFinished)
    return id
  }
  const [empty, poor, bare, over] = [
    await open('Corner Shop', 'corner-shop'),
    await open('Night Bakery', 'night-bakery'),
    await open('Tea Garden', 'tea-garden'),
    await open('Old Mill', 'old-mill'),
  ]
  await query(server, `update cabinets set demo_until = now() - interval '3 days' where id = $1`, [over])
  await query(server, `update cabinets set demo_until = now() + interval '3 days' where id = $1`, [empty])
  await setPlan(server, poor, 'base')
  await query(server, 'update cabinets set balance_minor = -1 where id = $1', [poor])
  await query(server, 'update cabinets set tariff_key = null, demo_until = null where id = $1', [bare])
  await owner.send(access.invitePerson, { params: { c: empty }, body: { email: operator.email } })
  await occupy(world)
  await addMoney(world)
  world.telegramPush = await addTelegramPush(world)
  world.tillOwner = await addDesk(server)
  world.bringing = await addBringing(server)
  world.askedOwner = await addAskingTill(server)
  await signInElsewhere(world)
}
