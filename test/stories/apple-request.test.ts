import { execFileSync } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { text } from 'node:stream/consumers'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { issuePassCertificate } from '../../server/engines/wallet/apple/test-authority.ts'
import { openShop, type Shop } from '../people.ts'
import { Iphone, takeCard } from '../phones.ts'
import { startTestServer, type TestServer } from '../server.ts'
import { axeFaults } from './axe.ts'
import { appears, openBrowser, openContext } from './browser.ts'
import { rememberIn } from './screen-world.ts'

const PASS_TYPE = 'pass.com.tearoom.card'

let server: TestServer
let browser: Browser
let page: Page
let complaints: string[]
let shop: Shop
beforeAll(async () => {
  server = await startTestServer({ works: true })
  // A .cer comes without its issuer, and the test authority is none of Apple's.
  server.app.env.appleIntermediates.push(server.authority.intermediatePem)
  shop = await openShop(server, 'Tea')
  browser = await openBrowser()
  const owner = await openContext(browser)
  complaints = owner.complaints
  await rememberIn(owner.context, 'en', shop.owner)
  page = await owner.context.newPage()
})
afterAll(async () => {
  await browser?.close()
  await server?.close()
})

/** As Apple does it with the file that was downloaded. */
async function certificateFor(request: string): Promise<Buffer> {
  const publicKeyPem = execFileSync('openssl', ['req', '-verify', '-noout', '-pubkey'], {
    input: request,
    stdio: 'pipe',
  }).toString()
  const order = { passTypeIdentifier: PASS_TYPE, teamIdentifier: 'TEAROOM123', publicKeyPem }
  return new X509Certificate((await issuePassCertificate(server.authority, order)).certificatePem).raw
}

const drop = (name: string, buffer: Buffer) =>
  page.locator('input[type="file"]').setInputFiles({ name, mimeType: 'application/pkix-cert', buffer })

it('an owner without a Mac makes a request, uploads what Apple makes of it, and cards are signed with it', async () => {
  await page.goto(`${server.url}/#/tea-shop/settings/certificates`)
  await page.getByRole('button', { name: 'Make a request' }).click()
  const link = page.getByRole('link', { name: 'Download request' })
  await appears(link)
  await appears(page.getByText('waiting for Apple'))
  expect(await axeFaults(page)).toEqual([])
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
  expect(download.suggestedFilename()).toMatch(/^kartoteka-\d{4}-\d\d-\d\d\.certSigningRequest$/)
  const request = await text(await download.createReadStream())
  expect(request).toContain('BEGIN CERTIFICATE REQUEST')
  expect(request).not.toContain('PRIVATE')

  const good = await certificateFor(request)
  const bad = Buffer.from(good)
  bad[200] = (bad[200] ?? 0) ^ 1
  await drop('bad.cer', bad)
  await appears(page.getByRole('alert'))
  await drop('pass.cer', good)
  const pending = page.getByRole('region', { name: 'Check the certificate' })
  await appears(pending.getByText(PASS_TYPE))
  await pending.getByRole('button', { name: 'Activate' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Activate' }).click()
  await appears(page.getByText('Your own certificate is active'))

  const { cardFileUrl } = await takeCard(server, shop.formUrl, { name: 'Olga', tel: '+420601950001' })
  expect((await new Iphone(server).install(cardFileUrl)).json.passTypeIdentifier).toBe(PASS_TYPE)
  // The refusal of the damaged file, which the browser reports.
  expect(complaints.filter((one) => !one.includes('status of 422'))).toEqual([])
})
