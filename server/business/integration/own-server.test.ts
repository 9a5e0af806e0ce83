import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo, Server } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { integration } from '../../../contract/business/integration.ts'
import { at, codeOf, read, right, save, server, openCrmServer, shop } from '../../../test/crm-story.ts'
import { startTlsServer } from '../../../test/tls-server.ts'

/** A till in the shop's own network: both the operator and the owner have to wish it. */
describe('a server that is not public', () => {
  openCrmServer()
  const open: Server[] = []
  afterEach(() => {
    for (const one of open.splice(0)) one.close()
  })
  const answer = (_: IncomingMessage, response: ServerResponse) => void response.end('{"success":true}')
  const trust = (url: string) => {
    const { crm } = server.app.outside
    Object.assign(crm, { trustedPlaces: [...crm.trustedPlaces, url] })
  }
  const check = (settings: Record<string, string>) =>
    shop.owner.ask(integration.checkIntegration, { params: at(), body: { type: 'url', settings } })

  async function serve(): Promise<string> {
    const till = createServer(answer)
    open.push(till)
    await new Promise<void>((done) => till.listen(0, '127.0.0.1', done))
    return `http://127.0.0.1:${(till.address() as AddressInfo).port}/`
  }

  it('is refused while the operator does not list it, whatever the owner ticks', async () => {
    const url = await serve()
    expect(codeOf(await check({ server: url, password: 'k', privateNetwork: 'yes' }))).toEqual([422, 'crm_no_ssl'])
  })

  it('is refused until the owner ticks it too', async () => {
    const url = await serve()
    trust(url)
    expect(codeOf(await check({ server: url, password: 'k' }))).toEqual([422, 'crm_no_ssl'])
    expect(codeOf(await check({ server: url, password: 'k', privateNetwork: 'yes' }))).toEqual([200, undefined])
  })

  it('with a certificate of its own shows the fingerprint, and is asked once that is accepted', async () => {
    const till = await startTlsServer(answer)
    open.push(till.server)
    trust(till.url)
    const settings = { server: till.url, password: 'k', privateNetwork: 'yes' }
    const shown = await check(settings)
    expect(codeOf(shown)).toEqual([422, 'crm_ssl_unverifiable'])
    expect(shown.body.error?.detail).toEqual({ fingerprint: till.fingerprint })
    expect(codeOf(await check({ ...settings, certificate: till.fingerprint }))).toEqual([200, undefined])
    const other = till.fingerprint.replace(/^../, (byte) => (byte === '00' ? '01' : '00'))
    expect(codeOf(await check({ ...settings, certificate: other }))).toEqual([422, 'crm_ssl_unverifiable'])
    expect(codeOf(await check({ ...settings, certificate: 'anything' }))).toEqual([422, 'invalid_input'])
  })

  it('keeps its certificate with the settings', async () => {
    const till = await startTlsServer(answer)
    open.push(till.server)
    trust(till.url)
    const settings = { server: till.url, password: 'k', privateNetwork: 'yes', certificate: till.fingerprint }
    expect(codeOf(await save(right({ settings })))).toEqual([200, undefined])
    expect((await read()).current?.settings).toMatchObject({ certificate: till.fingerprint, privateNetwork: 'yes' })
  })
})
