import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { type EmulatedCrms, openCrms } from '../crm/crms.ts'

/** A till is what people see of an emulated CRM: what they do there is what the CRM answers. */
describe.each(['url', 'iiko-transport', 'moysklad'])('the till of %s', (name) => {
  const kept = new Map<string, string>()
  const open: { crms: EmulatedCrms; close(): Promise<void> }[] = []
  const isWhole = name === 'moysklad'

  async function start() {
    const crms = await openCrms('/outside/crm', '', (till) => ({
      load: async () => JSON.parse(kept.get(till) ?? 'null') as unknown,
      save: async (state) => void kept.set(till, JSON.stringify(state)),
    }))
    const server = createServer((request, response) =>
      crms.mounts.find(({ prefix }) => request.url?.startsWith(prefix))?.handle(request, response),
    )
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/outside/crm`
    open.push({
      crms,
      close: async () => {
        server.closeAllConnections()
        await new Promise((resolve) => server.close(resolve))
      },
    })
    const at = `${url}/tills/${name}`
    const post = async (path: string, form: Record<string, string>) => {
      const response = await fetch(at + path, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' })
      return { status: response.status, to: response.headers.get('location') ?? '', text: await response.text() }
    }
    const textOf = async (path = '') => (await fetch(at + path)).text()
    const pointsOf = async (guest: string) => /<strong>([\d.]+)<\/strong>/.exec(await textOf(`?guest=${guest}`))?.[1]
    const addGuest = async (name: string, phone: string) =>
      new URL((await post('/guests', { name, phone })).to, url).searchParams.get('guest') ?? ''
    return { crms, url, post, textOf, pointsOf, addGuest }
  }
  afterEach(async () => {
    kept.clear()
    for (const one of open.splice(0)) await one.close()
  })

  it('sells, takes points and refunds', async () => {
    const { post, pointsOf, addGuest, textOf } = await start()
    const guest = await addGuest('Anna Novak', '+420 601 100 200')
    expect(await pointsOf(guest)).toBe('0.00')
    expect((await post(`/guests/${guest}/sales`, { sum: '250', paid: '0' })).status).toBe(303)
    expect(await pointsOf(guest)).toBe(isWhole ? '12.00' : '12.50')
    await post(`/guests/${guest}/sales`, { sum: '100,00', paid: '10' })
    expect(await pointsOf(guest)).toBe(isWhole ? '6.00' : '7.00')
    const receipt = /name="receipt" value="([^"]+)"/.exec(await textOf(`?guest=${guest}`))?.[1] ?? ''
    await post(`/guests/${guest}/refunds`, { receipt })
    expect(await pointsOf(guest)).toBe(isWhole ? '12.00' : '12.50')
    expect((await post(`/guests/${guest}/refunds`, { receipt })).text).toContain('has been refunded')
    expect(await pointsOf(guest)).toBe(isWhole ? '12.00' : '12.50')
    await post(`/guests/${guest}/points`, { points: '77' })
    expect(await pointsOf(guest)).toBe('77.00')
  })

  it('refuses what no till does', async () => {
    const { post, pointsOf, addGuest } = await start()
    const guest = await addGuest('Anna', '+420601100200')
    const sale = async (sum: string, paid: string) => {
      const { status, text } = await post(`/guests/${guest}/sales`, { sum, paid })
      return [status, /role="alert">([^<]+)/.exec(text)?.[1]]
    }
    expect(await sale('', '0')).toEqual([422, 'Enter what the purchase costs.'])
    expect(await sale('ten', '0')).toEqual([422, 'Enter an amount, such as 12.50.'])
    expect(await sale('10', '20')).toEqual([422, 'Points can pay no more than the purchase costs.'])
    expect(await sale('10', '5')).toEqual([422, 'The guest has fewer points.'])
    expect(await pointsOf(guest)).toBe('0.00')
    expect((await post('/guests', { name: 'Other', phone: '+420601100200' })).text).toContain('Another guest')
    expect((await post('/guests', { name: 'Other', phone: '12' })).status).toBe(422)
    expect((await post('/guests/nobody/sales', { sum: '10', paid: '0' })).status).toBe(422)
    expect((await post('/nothing', {})).status).toBe(422)
  })

  it('shows no markup of a guest', async () => {
    const { textOf, addGuest } = await start()
    const guest = await addGuest('<b>Anna</b>', '+420601100200')
    expect(await textOf(`?guest=${guest}`)).not.toContain('<b>')
    expect(await textOf('?q="><script>')).not.toContain('"><script>')
  })

  it('has its guests, points, purchases and troubles after a restart', async () => {
    const before = await start()
    const guest = await before.addGuest('Anna', '+420601100200')
    await before.post(`/guests/${guest}/sales`, { sum: '400', paid: '0' })
    await before.post('/refusals', { phone: '+420 601 999 999' })
    await before.post('/trouble', { trouble: 'away' })
    await before.crms.close()
    const after = await start()
    expect(await after.pointsOf(guest)).toBe('20.00')
    const page = await after.textOf(`?guest=${guest}`)
    expect(page).toContain('400.00')
    expect(await after.textOf()).toContain('Accept +420601999999 again')
    const asked = () => fetch(`${after.url}/${name}`, { method: 'POST', body: '{}' })
    expect((await asked()).status).toBe(503)
    await after.post('/trouble', { trouble: 'limit' })
    expect([(await asked()).status, (await asked()).status]).toEqual([429, 429])
    await after.post('/trouble', { trouble: 'garbage' })
    expect(await (await asked()).text()).toContain('<!doctype html>')
    await after.post('/trouble', { trouble: 'none' })
    expect((await asked()).status).not.toBe(503)
  })
})
