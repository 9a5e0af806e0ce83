import { describe, expect, it } from 'vitest'
import { integration } from '../../../contract/business/integration.ts'
import { holders } from '../../../contract/reach/holders.ts'
import { at, clientOf, codeOf, connect, crm, newClient, openCrmServer, server, shop } from '../../../test/crm-story.ts'
import { query } from '../../../test/direct-access.ts'

const one = (id: string) => ({ params: { ...at(), id } })
const link = (id: string, crmId: string) => shop.owner.ask(integration.linkClient, { ...one(id), body: { crmId } })
const undo = (id: string) => shop.owner.ask(integration.undoRelink, one(id))
const syncOf = (id: string) => shop.owner.send(integration.readClientSync, one(id))
const bonusOf = async (id: string) => (await clientOf(id)).bonusMinor
const pointsOf = (crmId: string) => crm().customers.get(crmId)?.bonus

/** Anna is linked with the first of two people who have her phone. */
async function linkedWithTheFirst() {
  const anna = await newClient('Anna')
  for (const [customerId, bonus] of [
    ['T-1', 10],
    ['T-2', 90],
  ] as const)
    crm().customers.set(customerId, { customerId, phone: anna.tel, name: customerId, bonus })
  await connect({ read: true, write: true, rewrite: false })
  await server.drainJobs()
  await link(anna.id, 'T-1')
  await server.drainJobs()
  expect(await bonusOf(anna.id)).toBe(10_00)
  server.passTime(1000)
  return anna.id
}
const give = (id: string, amount: number) =>
  shop.owner.send(holders.changeAmount, { ...one(id), body: { kind: 'bonus', action: 'add', amount } })

describe('a client who was linked with the wrong person', () => {
  openCrmServer()

  it('sees before what another link does', async () => {
    const id = await linkedWithTheFirst()
    const { ours, candidates } = await shop.owner.send(integration.listCandidates, one(id))
    expect(ours.bonus).toBe(10_00)
    expect(
      candidates.map(({ crmId, isLinked, theirs, after }) => [crmId, isLinked, theirs.bonus, after.bonus]),
    ).toEqual([
      ['T-1', true, 10_00, 10_00],
      ['T-2', false, 90_00, 90_00],
    ])
  })

  it('is linked anew: amounts meet, the other one keeps everything, and it is written down', async () => {
    const id = await linkedWithTheFirst()
    expect(codeOf(await link(id, 'T-2'))).toEqual([200, undefined])
    await server.drainJobs()
    expect([await bonusOf(id), pointsOf('T-1'), pointsOf('T-2')]).toEqual([90_00, 10, 90])
    await give(id, 5_00)
    await shop.owner.send(integration.readFromCrm, { params: at() })
    await server.drainJobs()
    expect([await bonusOf(id), pointsOf('T-1'), pointsOf('T-2')]).toEqual([95_00, 10, 95])
    expect(await syncOf(id)).toMatchObject({
      crmId: 'T-2',
      relinks: [{ before: 'T-1', after: 'T-2', undoneAt: null, isLast: true }],
    })
  })

  it('goes back to what it was, with what was changed here since', async () => {
    const id = await linkedWithTheFirst()
    await link(id, 'T-2')
    await server.drainJobs()
    server.passTime(1000)
    await give(id, 5_00)
    crm().change('T-2', { bonus: 400 })
    await shop.owner.send(integration.readFromCrm, { params: at() })
    await server.drainJobs()
    expect(codeOf(await undo(id))).toEqual([200, undefined])
    await server.drainJobs()
    // Ten from before, and five that were given here; what the other one bought is not this client's.
    expect([await bonusOf(id), pointsOf('T-1')]).toEqual([15_00, 15])
    const { crmId, relinks } = (await syncOf(id)) ?? {}
    expect(crmId).toBe('T-1')
    expect(relinks).toMatchObject([{ before: 'T-1', after: 'T-2', isLast: false }])
    expect(relinks?.[0]?.undoneAt).not.toBeNull()
    expect(codeOf(await undo(id))).toEqual([409, 'crm_relink_over'])
    expect([await bonusOf(id), pointsOf('T-1')]).toEqual([15_00, 15])
  })

  it('pressed twice at once, links and goes back once', async () => {
    const id = await linkedWithTheFirst()
    await Promise.all([link(id, 'T-2'), link(id, 'T-2')])
    expect((await syncOf(id))?.relinks).toHaveLength(1)
    await server.drainJobs()
    const answers = await Promise.all([undo(id), undo(id)])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    await server.drainJobs()
    expect([await bonusOf(id), pointsOf('T-1'), pointsOf('T-2')]).toEqual([10_00, 10, 90])
  })

  it('waits for an amount that is on its way, and takes nobody from another client', async () => {
    const id = await linkedWithTheFirst()
    await query(server, 'update crm_clients set operation_id = gen_random_uuid() where client_id = $1', [id])
    expect(codeOf(await link(id, 'T-2'))).toEqual([409, 'crm_exchange_open'])
    await query(server, 'update crm_clients set operation_id = null where client_id = $1', [id])
    await link(id, 'T-2')
    const other = await newClient('Boris')
    await query(
      server,
      `insert into crm_clients (cabinet_id, client_id, crm_id) values ($1, $2, 'T-1')
        on conflict (cabinet_id, client_id) do update set crm_id = 'T-1'`,
      [shop.c, other.id],
    )
    const taken = await undo(id)
    expect(codeOf(taken)).toEqual([409, 'crm_client_taken'])
    expect(taken.body.error?.message).toContain('Boris')
  })

  it('has nothing to take back without a new link, and nobody else’s client', async () => {
    const id = await linkedWithTheFirst()
    expect(codeOf(await undo(id))).toEqual([409, 'crm_relink_over'])
    expect((await undo(crypto.randomUUID())).status).toBe(404)
  })
})
