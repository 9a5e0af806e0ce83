/** What money leaves on the screens: a card payment, an agent whose shares are held, due and paid out. */
import { payments } from '../../contract/business/payments.ts'
import { payouts } from '../../contract/business/payouts.ts'
import { demoPassword } from '../../db/demo-people.ts'
import { query } from '../direct-access.ts'
import type { ScreenWorld } from './screen-world.ts'

/** The coffee house, which is an agent, has paid once, and got its share of what the salon had paid months ago. */
export async function addMoney({ server, owner, operator, cabinet: c }: ScreenWorld): Promise<void> {
  await owner.send(payments.generateLink, { params: { c }, body: { culture: 'en', amount: 120 } })
  await query(server, `update payments set state = 'paid', finished_at = now(), ask_at = null where cabinet_id = $1`, [
    c,
  ])
  const agents = await operator.send(payouts.listUnpaidAgents, {})
  await operator.send(payouts.payOut, {
    body: {
      id: crypto.randomUUID(),
      agents: agents.map(({ cabinet, readyMinor }) => ({ cabinet: cabinet.id, amountMinor: readyMinor })),
      reason: 'Bank transfer of this month',
      password: await demoPassword(server.app),
    },
  })
  // Old news: of what is new, a page that is opened shows a toast.
  await query(server, `update notifications set at = at - interval '1 hour'`)
  // What is due since then.
  await query(
    server,
    `insert into partner_shares (cabinet_id, child_id, no, base_minor, share_minor, at, due_at)
      select $1, id, 9001, 22750, 4550, now() - interval '40 days', now() - interval '10 days'
      from cabinets where domain = 'salon-vera'`,
    [c],
  )
}
