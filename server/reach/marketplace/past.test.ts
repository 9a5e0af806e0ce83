import { expect, it } from 'vitest'
import { marketplace as contract } from '../../../contract/reach/marketplace.ts'
import { moscowDay } from '../../../contract/time.ts'
import { client, server, setUpClients, shop } from '../../../test/client-shop.ts'
import { insideCabinet } from '../../base/db.ts'
import { addPastUses } from './past.ts'

setUpClients()

it('codes of a past are counted, and the page of each client names them', async () => {
  const now = server.now()
  const row = {
    id: null as string | null,
    code: '',
    bonusMinor: 0,
    inviterMinor: 0,
    invitedMinor: 0,
    max: null as number | null,
    endsOn: null as string | null,
  }
  const save = (moduleId: string, promo: Partial<typeof row>) =>
    shop.owner.send(contract.saveModule, {
      params: { c: shop.c, moduleId },
      body: { isActive: true, version: 0, promos: [{ ...row, startsOn: moscowDay(now), ...promo }] },
    })
  const [hello] = (await save('welcome', { code: 'HELLO', bonusMinor: 5_00 })).promos
  const [friends] = (await save('referral', { inviterMinor: 5_00, invitedMinor: 3_00 })).promos
  const [host, guest] = [await client('Host'), await client('Guest')]
  await insideCabinet(server.app.database, shop.c, (db) =>
    addPastUses(db, {
      uses: [{ promoId: hello?.id ?? '', clientId: host.id, at: now, bonusMinor: 5_00 }],
      invitations: [
        {
          promoId: friends?.id ?? '',
          invitedId: guest.id,
          inviterId: host.id,
          at: now,
          inviterMinor: 5_00,
          invitedMinor: 3_00,
        },
      ],
    }),
  )
  for (const moduleId of ['welcome', 'referral'])
    expect((await shop.owner.send(contract.readModule, { params: { c: shop.c, moduleId } })).promos[0]?.used).toBe(1)
  const history = await shop.owner.send(contract.pointHistory, { params: { c: shop.c, id: host.id }, query: {} })
  expect(history.data.map(({ reason, amountMinor }) => `${reason} ${amountMinor}`).toSorted()).toEqual([
    'inviter 500',
    'welcome 500',
  ])
})
