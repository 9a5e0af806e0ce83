/** A push by Telegram with its results: the coffee house has a bot, and two of its clients are linked. */
import { marketplace } from '../../contract/reach/marketplace.ts'
import { pushes } from '../../contract/reach/pushes.ts'
import { query } from '../direct-access.ts'
import { connectBot, linkChat } from '../telegram-shop.ts'
import { until } from '../until.ts'
import type { ScreenWorld } from './screen-world.ts'

/** @returns the push */
export async function addTelegramPush({ server, owner, cabinet: c }: ScreenWorld): Promise<string> {
  const bot = 'coffee_lab_bot'
  const { version } = await owner.send(marketplace.readModule, { params: { c, moduleId: 'telegram' } })
  await connectBot(server, { owner, c, bot, version })
  const found = await query<{ id: string }>(
    server,
    'select id from clients where cabinet_id = $1 and merged_into is null order by created_at limit 2',
    [c],
  )
  for (const [no, { id }] of found.entries()) await linkChat(server, { c, bot }, `Person ${no}`, id)
  const body = { name: 'New beans', message: 'Fresh beans are here, {cardholder}.', templates: [] }
  const { id } = await owner.send(pushes.createPush, { params: { c, pushType: 'telegram' }, body })
  await owner.send(pushes.startSend, { params: { c, pushUuid: id } })
  await until(async () => {
    const push = await owner.send(pushes.readPush, { params: { c, pushUuid: id } })
    return push.status === 'done'
  }, 'the push by Telegram is sent')
  return id
}
