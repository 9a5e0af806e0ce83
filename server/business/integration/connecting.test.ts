import { describe, expect, it } from 'vitest'
import { clients } from '../../../contract/people/clients.ts'
import { integration } from '../../../contract/business/integration.ts'
import { keys } from '../../../contract/platform/keys.ts'
import { support } from '../../../contract/platform/support.ts'
import { MINUTE_MS } from '../../../contract/time.ts'
import { query, setPlan } from '../../../test/direct-access.ts'
import { PASSWORD, request } from '../../../test/people.ts'
import {
  at,
  codeOf,
  connect,
  crm,
  fieldsIn,
  newClient,
  read,
  right,
  save,
  server,
  shop,
  sync,
  openCrmServer,
} from '../../../test/crm-story.ts'

openCrmServer()

const asked = () => {
  const { type, settings } = right()
  return { type, settings }
}

describe('connecting a CRM', () => {
  it('is not part of the demo, which may look at what there is', async () => {
    await setPlan(server, shop.c, 'demo')
    expect(await read()).toMatchObject({ status: 'noCrm', isOnDemo: true, current: null })
    expect(codeOf(await save(right()))).toEqual([403, 'integration_not_on_demo'])
    expect(codeOf(await shop.owner.ask(integration.checkIntegration, { params: at(), body: asked() }))).toEqual([
      403,
      'integration_not_on_demo',
    ])
  })

  it('is checked step by step, saved switched off, turned on, and switched off and on', async () => {
    for (const step of ['server', 'login', 'program'] as const) {
      expect(
        (await shop.owner.send(integration.checkIntegration, { params: at(), body: { ...asked(), step } })).choices,
      ).toEqual({})
    }
    expect(
      codeOf(await shop.owner.ask(integration.toggleIntegration, { params: at(), body: { isActive: true } })),
    ).toEqual([409, 'integration_not_configured'])
    await save(right())
    expect(await read()).toMatchObject({
      status: 'deactivated',
      current: { type: 'url', title: 'URL', flags: { write: true }, unsynced: 0 },
    })
    await shop.owner.send(integration.activateIntegration, { params: at() })
    expect((await read()).status).toBe('active')
    expect(
      (await shop.owner.send(integration.toggleIntegration, { params: at(), body: { isActive: false } })).status,
    ).toBe('deactivated')
    expect(
      (await shop.owner.send(integration.toggleIntegration, { params: at(), body: { isActive: true } })).status,
    ).toBe('active')
  })

  it.each([
    ['a plain address', { server: 'http://example.com/hook' }, 'crm_no_ssl', 'settings.server'],
    ['an address inside', { server: 'https://127.0.0.1/hook' }, 'crm_not_found', 'settings.server'],
    ['an address inside, in disguise', { server: 'https://[::ffff:7f00:1]/hook' }, 'crm_not_found', 'settings.server'],
    ['the metadata of a cloud', { server: 'https://169.254.169.254/latest' }, 'crm_not_found', 'settings.server'],
    ['a port for other things', { server: 'https://example.com:25/' }, 'crm_not_found', 'settings.server'],
    [
      'a name and a password in the address',
      { server: 'https://a:b@example.com/' },
      'crm_not_found',
      'settings.server',
    ],
    ['no address at all', { server: 'my crm' }, 'crm_not_found', 'settings.server'],
    ['a wrong key', { password: 'wrong' }, 'crm_wrong_login', 'settings.password'],
    ['a wrong login or password', { login: 'shop', password: 'wrong' }, 'crm_wrong_credentials', 'settings.password'],
  ])('tells %s beside the guilty field and saves nothing', async (_, settings, code, field) => {
    const response = await save(right({ settings: { ...right().settings, ...settings } }))
    expect([codeOf(response), fieldsIn(response)]).toEqual([[422, code], { [field]: code }])
    expect((await read()).status).toBe('noCrm')
  })

  it('distinguishes a page for people, a CRM and a lost connection', async () => {
    crm().router.setTroubles({ html: true })
    expect(codeOf(await save(right()))).toEqual([422, 'crm_not_found'])
    crm().router.setTroubles({ isDown: true })
    expect(codeOf(await save(right()))).toEqual([422, 'crm_connection_lost'])
  })

  it('asks for what is missing, and knows only its own systems', async () => {
    expect(fieldsIn(await save(right({ settings: { server: '' } })))).toEqual({ 'settings.server': 'required' })
    expect(codeOf(await save(right({ type: 'abacus' })))).toEqual([422, 'crm_type_unknown'])
  })

  it('never shows a secret, keeps it sealed, and sends it nowhere but where it was typed for', async () => {
    await save(right())
    const { current } = await read()
    expect(current?.secrets).toEqual(['password'])
    expect(JSON.stringify(await read())).not.toContain('emulated-key')
    const [row] = await query<{ text: string }>(
      server,
      "select settings::text || encode(secrets, 'escape') as text from integrations where cabinet_id = $1",
      [shop.c],
    )
    expect(row?.text).not.toContain('emulated-key')
    expect(
      codeOf(
        await save(right({ settings: { server: `${server.url}/outside/crm/url` }, version: current?.version ?? 0 })),
      ),
    ).toEqual([200, undefined])
    const moved = await save(right({ settings: { server: `${server.url}/outside/crm/url?elsewhere` }, version: 2 }))
    expect(fieldsIn(moved)).toEqual({ 'settings.password': 'required' })
  })

  it('a business without a CRM connects nothing outside and calls us with a key', async () => {
    await save(right({ type: 'self', settings: {}, flags: { read: true, write: true, rewrite: true } }))
    expect(await shop.owner.send(integration.activateIntegration, { params: at() })).toMatchObject({
      status: 'active',
      current: { flags: { read: false, write: false, rewrite: false }, unsynced: 0 },
    })
    const anna = await newClient('Anna')
    expect((await sync()).body.data).toMatchObject({ state: 'idle' })
    const { secret } = await shop.owner.send(keys.createKey, {
      params: at(),
      body: { name: 'Till', scopes: ['clients:read'], endsAt: null },
    })
    expect(
      (await request(server, clients.readClient, { params: { ...at(), id: anna.id } }, secret)).body.data,
    ).toMatchObject({ name: 'Anna', sync: 'off' })
    expect((await request(server, clients.readClient, { params: { ...at(), id: anna.id } }, `${secret}x`)).status).toBe(
      401,
    )
    expect((await request(server, integration.readIntegration, { params: at() }, secret)).status).toBe(404)
  })

  it('refuses a stale save', async () => {
    await save(right())
    expect(codeOf(await save(right({ version: 7 })))).toEqual([409, 'version_conflict'])
  })

  it('a system that is missing goes to support once', async () => {
    const other = (otherName: string) => save(right({ type: 'other', otherName, settings: {} }))
    expect(codeOf(await other('Abacus Till'))).toEqual([200, undefined])
    expect(await read()).toMatchObject({ status: 'noCrm', wishes: ['Abacus Till'] })
    expect((await shop.owner.send(support.listConversations, { query: {} })).data).toMatchObject([
      { topic: 'idea', preview: 'CRM: Abacus Till' },
    ])
    for (const name of ['abacus till', 'url']) {
      const response = await other(name)
      expect([codeOf(response), fieldsIn(response)]).toEqual([[422, 'crm_name_known'], { otherName: 'crm_name_known' }])
    }
    expect(fieldsIn(await other(' '))).toEqual({ otherName: 'required' })
  })

  it('goes with RESETCRM alone, and with what was known of clients', async () => {
    const remove = (command: string, password?: string) =>
      shop.owner.ask(integration.removeIntegration, { params: at(), body: { command, password } })
    expect(codeOf(await remove('RESETCRM'))).toEqual([409, 'integration_not_configured'])
    await connect()
    await newClient('Anna')
    await sync()
    await server.drainJobs()
    for (const command of ['resetcrm', 'RESETCRM ', ''])
      expect([command, codeOf(await remove(command))]).toEqual([command, [422, 'wrong_command']])
    server.passTime(11 * MINUTE_MS)
    expect(codeOf(await remove('RESETCRM'))).toEqual([403, 'password_needed'])
    expect(codeOf(await remove('RESETCRM', PASSWORD))).toEqual([200, undefined])
    expect((await read()).status).toBe('noCrm')
    expect(await query(server, 'select from crm_clients where cabinet_id = $1', [shop.c])).toEqual([])
  })
})
