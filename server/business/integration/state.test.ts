import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { integration } from '../../../contract/business/integration.ts'
import { at, connect, openCrmServer, right, save, server, shop } from '../../../test/crm-story.ts'
import { query } from '../../../test/direct-access.ts'
import { openShop } from '../../../test/people.ts'
import { connectorOf } from '../../engines/crm/crm.ts'
import { type ConnectorState, STATE_NAMES_MAX, STATE_VALUE_MAX_BYTES } from '../../engines/crm/state.ts'
import { openForWork } from '../../platform/cabinets/cabinets.ts'
import { accessOf, withVerbs } from './access.ts'
import { keepInIndex } from './index-sql.ts'
import { findIntegration } from './sql.ts'

openCrmServer()

/** What the connector of the shop gets, as it is connected now. */
async function stateNow(isTried = false): Promise<ConnectorState> {
  const url = connectorOf('url')
  const row = await openForWork(server.app, shop.c, findIntegration)
  if (!url || !row) throw new Error('nothing is connected')
  let given: ConnectorState | undefined
  const { connection, ...access } = accessOf(server.app, row)
  const connector: typeof url = {
    ...url,
    open(opening) {
      given = opening.state
      return url.open(opening)
    },
  }
  await withVerbs(server.app, { ...access, connector, ...(!isTried && connection && { connection }) }, async () => {})
  if (!given) throw new Error('there is no state')
  return given
}
const reset = () => shop.owner.send(integration.removeIntegration, { params: at(), body: { command: 'RESETCRM' } })
const set = (state: ConnectorState, name: string, value: string) => state.change(name, z.string(), () => value)
const cursor = (state: ConnectorState) => state.read('cursor', z.string())

describe('what a connector remembers', () => {
  it('is there for the next work, by name, and goes when it is forgotten', async () => {
    await connect()
    const state = await stateNow()
    expect(await cursor(state)).toBeUndefined()
    expect(await set(state, 'cursor', 'a\u0000č"')).toBe('a\u0000č"')
    await state.change('cards', z.array(z.int()), (before = []) => [...before, 7])
    const next = await stateNow()
    expect([await cursor(next), await next.read('cards', z.array(z.int()))]).toEqual(['a\u0000č"', [7]])
    // Of another version, with another shape.
    expect(await next.read('cards', z.string())).toBeUndefined()
    await next.change('cursor', z.string(), () => undefined)
    expect(await cursor(await stateNow())).toBeUndefined()
  })

  it('is changed by one worker after the other, beside the index of the same system', async () => {
    await connect()
    await openForWork(server.app, shop.c, (db) => keepInIndex(db, [], 'page 4'))
    const states = await Promise.all(Array.from({ length: 8 }, () => stateNow()))
    await Promise.all(states.map((state) => state.change('count', z.int(), (before = 0) => before + 1)))
    expect(await (await stateNow()).read('count', z.int())).toBe(8)
    expect(await query(server, 'select place from crm_index_places where cabinet_id = $1', [shop.c])).toEqual([
      { place: 'page 4' },
    ])
  })

  it('has bounds, and what is over them changes nothing', async () => {
    await connect()
    const state = await stateNow()
    await set(state, 'cursor', 'first')
    await expect(set(state, 'cursor', 'x'.repeat(STATE_VALUE_MAX_BYTES - 1))).rejects.toThrow('bytes')
    expect(await cursor(state)).toBe('first')
    for (let name = 1; name < STATE_NAMES_MAX; name++) await set(state, `n${name}`, 'x'.repeat(1000))
    await expect(set(state, 'one more', '')).rejects.toThrow('too many')
    expect(await set(state, 'cursor', 'x'.repeat(STATE_VALUE_MAX_BYTES - 2))).toHaveLength(STATE_VALUE_MAX_BYTES - 2)
  })

  it('goes with RESETCRM, and work of the connection before it leaves nothing to the next', async () => {
    await connect()
    const before = await stateNow()
    await set(before, 'cursor', 'old')
    await reset()
    expect(await query(server, 'select from crm_index_places where cabinet_id = $1', [shop.c])).toEqual([])
    expect(await set(before, 'cursor', 'late')).toBeUndefined()
    await connect()
    expect(await set(before, 'cursor', 'later')).toBeUndefined()
    expect([await cursor(before), await cursor(await stateNow())]).toEqual([undefined, undefined])
  })

  it('goes with the address, and is not shown to settings that are only tried', async () => {
    await connect()
    const before = await stateNow()
    await set(before, 'cursor', 'old')
    const tried = await stateNow(true)
    expect(await cursor(tried)).toBeUndefined()
    await set(tried, 'cursor', 'tried')
    expect([await cursor(tried), await cursor(before)]).toEqual(['tried', 'old'])
    const settings = { server: `${server.url}/outside/crm/url/`, password: 'emulated-key' }
    expect((await save(right({ settings, version: 1 }))).status).toBe(200)
    expect(await set(before, 'cursor', 'late')).toBeUndefined()
    expect(await cursor(await stateNow())).toBeUndefined()
  })

  it('belongs to one business', async () => {
    await connect()
    await set(await stateNow(), 'cursor', 'ours')
    const other = await openShop(server, 'Otto')
    expect(
      await openForWork(server.app, other.c, (db) =>
        db.tx.withTables<{ crm_index_places: { kept: string } }>().selectFrom('crm_index_places').selectAll().execute(),
      ),
    ).toEqual([])
  })
})
