import type { Browser, Page } from 'playwright-core'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { walledTables } from '../wall-faults.ts'
import { withOwner } from '../walk.ts'
import { openBrowser, openContext } from './browser.ts'
import { settle } from './screen-faults.ts'
import { operatorScreens, publicScreens, type Screen } from './screen-list.ts'
import { cabinetScreens } from './screen-cabinet.ts'
import { operatorOverlays, overlayScreens } from './screen-overlays.ts'
import { crmScreens } from './screen-states.ts'
import { openScreenWorld, rememberIn, type ScreenWorld } from './screen-world.ts'

/** Runs where a page takes a text for markup. As short as the shortest text of a design. */
const MARKUP = '"><img src=x onerror=top.hasRun=1>'
/** Keys of texts inside what is kept as JSON. */
const TEXTS =
  /^(name|label|value|text|organisation|cardName|programName|title|description|agreement\w*|errorMessage|alt)$/i
/** Keys, states and addresses: chosen from a list or held to a shape of their own. */
const OURS_ENDS = [
  '^id|_id|_key|_pem|_to|key|state|status|type|kind|token|hash|lang|source|channel|role|identifier|path|method|via',
  'call|ip|domain|scopes?|prefix|event|currency|mime|day|topic|field|slot|purpose|failure|number|email|tel|phone',
  'sender_name|activation',
]
const OURS = new RegExp(`(${OURS_ENDS.join('|')})$`)

/**
 * The texts of a design, of a form's settings, of a notice; what the contract holds to a shape stays, a page never sees
 * another.
 */
function spoilLeaves(value: unknown, key = ''): unknown {
  if (key === 'colours') return value
  if (Array.isArray(value)) return value.map((one) => spoilLeaves(one, key))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, spoilLeaves(one, name)]))
  return typeof value === 'string' && TEXTS.test(key) ? MARKUP : value
}

async function spoilTable(client: pg.Client, table: string): Promise<number> {
  const { rows: columns } = await client.query<{ column_name: string; data_type: string }>(
    `select column_name, data_type from information_schema.columns where table_name = $1
      and is_generated = 'NEVER' and data_type in ('text', 'jsonb')`,
    [table],
  )
  let spoiled = 0
  for (const { column_name: column, data_type: kind } of columns.filter((one) => !OURS.test(one.column_name))) {
    if (kind === 'text')
      spoiled +=
        (
          await client
            .query(`update ${table} set ${column} = $1 where ${column} <> ''`, [MARKUP])
            .catch(() => ({ rowCount: 0 }))
        ).rowCount ?? 0
    else {
      for (const { ctid, value } of (
        await client.query<{ ctid: string; value: unknown }>(`select ctid::text, ${column} as value from ${table}`)
      ).rows) {
        await client.query(`update ${table} set ${column} = $1 where ctid = $2::tid`, [
          JSON.stringify(spoilLeaves(value)),
          ctid,
        ])
        spoiled++
      }
    }
  }
  return spoiled
}

describe('texts that want to be markup', () => {
  let world: ScreenWorld
  let browser: Browser
  let page: Page
  beforeAll(async () => {
    ;[world, browser] = await Promise.all([openScreenWorld(), openBrowser()])
    const spoiled = await withOwner(world.server, async (client) => {
      let rows = 0
      for (const table of [...(await walledTables(client)), 'cabinets']) rows += await spoilTable(client, table)
      return rows
    })
    expect(spoiled).toBeGreaterThan(100)
    const { context } = await openContext(browser)
    await rememberIn(context, 'en', world.owner)
    page = await context.newPage()
  })
  afterAll(async () => {
    await browser?.close()
    await world?.close()
  })

  const restless: string[] = []
  const look = async (screen: Screen) => {
    await page.goto(screen.path.startsWith('#') ? `${world.server.url}/${screen.path}` : world.server.url + screen.path)
    await page.locator('h1').first().waitFor({ state: 'attached' })
    await settle(page).catch(() => {
      restless.push(screen.name)
    })
    await screen.act?.(page, 'en').catch(() => {
      restless.push(`${screen.name}, opening`)
    })
    return {
      shown: (await page.content()).includes('top.hasRun=1'),
      hasRun: await page.evaluate(() => 'hasRun' in globalThis),
      badLinks: await page.evaluate(() =>
        [...document.querySelectorAll('a[href], form[action], iframe[src]')]
          .map((one) => one.getAttribute('href') ?? one.getAttribute('action') ?? one.getAttribute('src') ?? '')
          .filter((href) => /^\s*(javascript|data|vbscript):/i.test(href)),
      ),
    }
  }

  const wrongAmong = async (screens: Screen[]) => {
    const wrong: unknown[] = []
    for (const screen of screens) {
      const seen = await look(screen)
      if (seen.hasRun || seen.badLinks.length > 0) wrong.push([screen.name, seen])
    }
    return wrong
  }

  it('are shown as texts on every screen, and no link leads into a script', async () => {
    const screens = [...cabinetScreens(world), ...crmScreens(), ...publicScreens(world)].map(
      ({ act: _, ...screen }) => screen,
    )
    const wrong: unknown[] = []
    let shown = 0
    for (const screen of screens) {
      const seen = await look(screen)
      if (seen.shown) shown++
      if (seen.hasRun || seen.badLinks.length > 0) wrong.push([screen.name, seen])
    }
    expect(wrong).toEqual([])
    expect(restless).toEqual([])
    expect(shown, 'most screens show one of the texts').toBeGreaterThan(screens.length / 3)
  })

  it('are shown as texts in what opens over a page', async () => {
    // Those that name what they are about, and those that show it to be changed.
    const screens = overlayScreens(world).filter(
      ({ name, path, isRefused }) =>
        /delet|chang|sharing|QR|message|another account|renaming|revoking|filter|kinds|more cards/.test(name) &&
        !path.includes('corner-shop') &&
        !isRefused,
    )
    expect(await wrongAmong(screens)).toEqual([])
    expect(restless).toEqual([])
  })

  it('are shown as plain text to the operator', async () => {
    const { context } = await openContext(browser)
    await rememberIn(context, 'en', world.operator)
    page = await context.newPage()
    expect(
      await wrongAmong([
        ...operatorScreens(world),
        ...operatorOverlays(world).filter(({ name }) => /balance|sessions|rights/.test(name)),
      ]),
    ).toEqual([])
    expect(restless).toEqual([])
  })

  it('would be caught: one that is let in does run', async () => {
    await page.goto('about:blank')
    await page.setContent(`<h1>${MARKUP}</h1>`)
    await page.waitForFunction(() => 'hasRun' in globalThis)
  })
})
