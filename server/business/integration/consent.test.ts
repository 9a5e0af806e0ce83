import { beforeEach, describe, expect, it } from 'vitest'
import { integration } from '../../../contract/business/integration.ts'
import { CONSENT_MINUTES } from '../../../contract/business/crm-access.ts'
import { MINUTE_MS } from '../../../contract/time.ts'
import { at, codeOf, newClient, noticesOf, openCrmServer, read, server, shop } from '../../../test/crm-story.ts'
import { query } from '../../../test/direct-access.ts'
import {
  comeBack,
  connectLoyverse,
  customerOf,
  forgetLoyverse,
  goToVendor,
  loyverse,
  settings,
} from '../../../test/loyverse-story.ts'
import { openShop, PASSWORD, signIn } from '../../../test/people.ts'

openCrmServer()
beforeEach(forgetLoyverse)

const readNow = async () => {
  await shop.owner.send(integration.readFromCrm, { params: at() })
  await server.drainJobs()
}

describe('connecting by consent', () => {
  it('stores what the vendor has given, and shows no secret of it', async () => {
    const done = await comeBack(await goToVendor())
    expect(codeOf(done)).toEqual([200, undefined])
    expect(done.body.data).toMatchObject({ type: 'loyverse', title: 'Loyverse', isRunning: false })
    const { current, status } = await read()
    expect([status, current?.type, current?.secrets]).toEqual(['deactivated', 'loyverse', ['clientSecret']])
    const [row] = await query<{ sealed: Buffer }>(server, 'select sealed from crm_tokens')
    expect(row?.sealed.toString('latin1')).not.toContain('access')
    expect(await query(server, 'select 1 from crm_consents')).toEqual([])
    await shop.owner.send(integration.activateIntegration, { params: at() })
    expect((await read()).status).toBe('active')
  })

  it('refuses a way back that is used again, forged, or was not begun', async () => {
    const back = await goToVendor()
    expect((await comeBack(back)).status).toBe(200)
    expect(codeOf(await comeBack(back))).toEqual([422, 'consent_invalid'])
    const other = await goToVendor()
    const [cabinet, secret = ''] = other.state.split('.')
    const turned = `${cabinet}.${secret.startsWith('a') ? 'b' : 'a'}${secret.slice(1)}`
    for (const state of [turned, `${shop.c + 1}.${secret}`, '0.x', 'rubbish', `9999999.${secret}`])
      expect(codeOf(await comeBack({ ...other, state }))).toEqual([422, 'consent_invalid'])
    expect(codeOf(await comeBack({ ...other, type: 'url' }))).toEqual([422, 'consent_invalid'])
    expect(codeOf(await comeBack(other))).toEqual([200, undefined])
  })

  it('refuses one that took too long, and what the owner did not allow', async () => {
    const late = await goToVendor()
    server.passTime((CONSENT_MINUTES + 1) * MINUTE_MS)
    expect(codeOf(await comeBack(late))).toEqual([410, 'consent_expired'])
    expect(codeOf(await comeBack(await goToVendor(settings(), false)))).toEqual([422, 'consent_denied'])
    expect((await read()).current).toBeNull()
  })

  it('is ended by whoever began it: a link that was sent to somebody connects nothing of theirs', async () => {
    const stranger = await openShop(server, 'Eve')
    const back = await goToVendor()
    expect(codeOf(await comeBack(back, stranger.owner))).toEqual([422, 'consent_invalid'])
    const nobody = await signIn(server, 'Noah')
    expect(codeOf(await comeBack(back, nobody))).toEqual([422, 'consent_invalid'])
    // Nor by somebody else of the same business.
    const [begun] = await query<{ user_id: string }>(server, 'select user_id from crm_consents')
    await query(server, 'update crm_consents set user_id = gen_random_uuid()')
    expect(codeOf(await comeBack(back))).toEqual([422, 'consent_invalid'])
    await query(server, 'update crm_consents set user_id = $1', [begun?.user_id])
    expect((await comeBack(back)).status).toBe(200)
  })

  it('needs an application, of the owner or of the operator', async () => {
    const begin = (given: Record<string, string>) =>
      shop.owner.ask(integration.beginConsent, { params: at(), body: { type: 'loyverse', settings: given } })
    const { server: address } = settings()
    expect(codeOf(await begin({ server: address }))).toEqual([409, 'consent_not_offered'])
    const { clientId, clientSecret } = settings()
    Object.assign(server.app.env.crmApplications, { loyverse: { clientId, clientSecret } })
    expect((await read()).systems.find(({ name }) => name === 'loyverse')?.consent).toBe('ready')
    expect(codeOf(await comeBack(await goToVendor({ server: address } as never)))).toEqual([200, undefined])
    delete (server.app.env.crmApplications as Record<string, unknown>).loyverse
    expect((await read()).systems.find(({ name }) => name === 'loyverse')?.consent).toBe('own')
    expect((await read()).systems.find(({ name }) => name === 'url')?.consent).toBe('none')
  })

  it('that the owner has taken back is a fault of its own, and mended by connecting anew', async () => {
    const anna = await newClient('Anna')
    await connectLoyverse()
    await shop.owner.ask(integration.syncClients, { params: at() })
    await server.drainJobs()
    const customer = customerOf(anna.tel)
    expect(customer?.name).toBe('Anna')
    loyverse().consents.revoke()
    await readNow()
    expect(await read()).toMatchObject({ status: 'noActive', current: { fault: { code: 'connect_anew' } } })
    const [stored] = await query(server, 'select fault, fault_field from integrations')
    expect(stored).toEqual({ fault: 'wrong_login', fault_field: 'consent' })
    const [notice] = await noticesOf()
    expect(notice?.title).toBe('Loyverse has ended our access')
    // A try to switch it on says what to do.
    const switched = await shop.owner.ask(integration.activateIntegration, { params: at() })
    expect(codeOf(switched)).toEqual([422, 'crm_connect_anew'])
    expect((await comeBack(await goToVendor())).body.data).toMatchObject({ isRunning: true })
    await server.drainJobs()
    expect(await read()).toMatchObject({ status: 'active', current: { fault: null, isBegun: true } })
    loyverse().change(customer?.id ?? '', { total_points: 12.5 })
    await readNow()
    const { bonus } = await query<{ bonus: number }>(server, 'select bonus_minor as bonus from clients where id = $1', [
      anna.id,
    ]).then(([row]) => ({ bonus: Number(row?.bonus) }))
    expect(bonus).toBe(1250)
  })

  it('sends tokens to no other address, and forgets them with the integration', async () => {
    await connectLoyverse()
    const { version } = (await read()).current ?? { version: 0 }
    const elsewhere = { ...settings(), server: `${server.url}/outside/crm/url` }
    const saved = await shop.owner.ask(integration.saveIntegration, {
      params: at(),
      body: { type: 'loyverse', settings: elsewhere, flags: { read: true, write: true, rewrite: false }, version },
    })
    expect(codeOf(saved)).toEqual([422, 'crm_wrong_login'])
    await shop.owner.send(integration.removeIntegration, {
      params: at(),
      body: { command: 'RESETCRM', password: PASSWORD },
    })
    for (const table of ['crm_tokens', 'crm_consents', 'crm_index', 'crm_hooks', 'crm_hook_events'])
      expect(await query(server, `select 1 from ${table}`), table).toEqual([])
  })
})
