/**
 * Makes the pictures of the documents anew: `node scripts/pictures.ts`. The demo, a real browser, nothing drawn by
 * hand.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { enterOutside, openBrowser, openContext } from '../test/stories/browser.ts'
import { settle } from '../test/stories/screen-faults.ts'
import { installOnPhones, showOnPhones } from '../test/stories/screen-phones.ts'
import { openScreenWorld, rememberIn, type ScreenWorld } from '../test/stories/screen-world.ts'
import { startTestPostgres } from '../test/postgres.ts'
import prepareTemplate from '../test/template.ts'
import { build } from './build.ts'

const FOLDER = join(import.meta.dirname, '../docs/pictures')
const MAX_BYTES = 300_000

/** Keeps the most colours with which the picture stays small enough for a page of text. */
async function keep(name: string, picture: Buffer): Promise<void> {
  for (const quality of [95, 85, 75, 60, 40, 20]) {
    const bytes = await sharp(picture).png({ palette: true, quality, effort: 10, compressionLevel: 9 }).toBuffer()
    if (bytes.length > MAX_BYTES) continue
    mkdirSync(FOLDER, { recursive: true })
    writeFileSync(join(FOLDER, name), bytes)
    process.stdout.write(`${name}: ${Math.round(bytes.length / 1000)} kB\n`)
    return
  }
  throw new Error(`${name} does not fit into ${MAX_BYTES} bytes`)
}

async function openPage(browser: Browser, world: ScreenWorld, isSignedIn: boolean): Promise<Page> {
  const { context } = await openContext(browser)
  await rememberIn(context, 'en', isSignedIn ? world.owner : undefined)
  await enterOutside(context, world.server)
  return context.newPage()
}

async function drawEditor(browser: Browser, world: ScreenWorld): Promise<void> {
  const page = await openPage(browser, world, true)
  await page.goto(`${world.server.url}/#/coffee-lab/cards/${world.template}`)
  await page.getByRole('figure', { name: 'Android' }).waitFor()
  await settle(page)
  await keep('editor.png', await page.screenshot())
}

/** The iPhone is locked when a message comes; the Android shows the card. */
async function drawPhones(browser: Browser, world: ScreenWorld): Promise<void> {
  const page = await openPage(browser, world, false)
  await page.goto(`${world.server.url}/phone`)
  await installOnPhones(page, world, 'en')
  await showOnPhones(page, 'en', 'card')
  await page.getByRole('region', { name: 'iPhone' }).getByRole('button', { name: 'Lock or unlock' }).click()
  await world.sendMessage('Rainy day', 'Rain outside, {cardholder}? Every hot chocolate is half price until six.')
  await page.getByText('Rain outside').locator('visible=true').first().waitFor()
  await page.waitForTimeout(1500)
  await settle(page)
  await keep('phones.png', await page.screenshot())
}

await build()
const postgres = await startTestPostgres()
await prepareTemplate()
const world = await openScreenWorld()
const browser = await openBrowser()
try {
  await drawEditor(browser, world)
  await drawPhones(browser, world)
} finally {
  await browser.close()
  await world.close()
  await postgres.stop()
}
