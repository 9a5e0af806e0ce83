import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ORDER, ROOMS_IN_ORDER, SUB_DOORS, violationsOf } from './house-rules.ts'
import { readTree } from './imports.ts'

const tree = readTree()
const plant = (files: Record<string, string>) => violationsOf(new Map(Object.entries(files)))

describe('who may ask whom', () => {
  it('holds in the whole tree', () => {
    expect(tree.size).toBeGreaterThan(200)
    expect(violationsOf(tree)).toEqual([])
  })

  it('lists no side door that nobody opens', () => {
    const openers = [...tree].filter(([file]) => !file.endsWith('.test.ts'))
    for (const { file, openedBy } of SUB_DOORS) {
      const name = file.split('/').at(-1) ?? ''
      expect(
        openers.some(([from, text]) => openedBy.test(from) && text.includes(`/${name}'`)),
        file,
      ).toBe(true)
    }
  })

  it('orders no room that is not there', () => {
    const files = [...tree.keys()]
    for (const room of ROOMS_IN_ORDER)
      expect(
        files.some((file) => file.startsWith(`server/${room}/`)),
        room,
      ).toBe(true)
  })

  it('is drawn in docs/house.md as it is', () => {
    const house = readFileSync(join(import.meta.dirname, '../docs/house.md'), 'utf8')
    for (const [group, rooms] of ORDER)
      expect(house).toMatch(new RegExp(`^ +${group} +${rooms.replaceAll(' ', ' < ')}$`, 'm'))
  })

  it('names only files that are there in docs/house.md and the README', () => {
    const root = join(import.meta.dirname, '..')
    const texts = ['docs/house.md', 'README.md'].map((file) => readFileSync(join(root, file), 'utf8')).join('\n')
    const named = [...texts.matchAll(/`((?:server|web|contract|test|words|card|pages)\/[\w./-]+)`/g)].map(
      (hit) => hit[1] ?? '',
    )
    expect(named.length).toBeGreaterThan(40)
    expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([])
  })

  it('reports a file that is in no room', () => {
    expect(plant({ 'server/people/guests/guests.ts': 'export const guests = []' })).toEqual([
      'every room has a place in the order: server/people/guests/guests.ts has none',
    ])
    expect(plant({ 'server/extras/guests.ts': 'export const guests = []' })).toEqual([
      'every room has a place in the order: server/extras/guests.ts has none',
    ])
  })

  it.each([
    "const grow = (db) => db.tx.updateTable('clients').set({ bonus_minor: 1 })",
    'const grow = sql`update clients set bonus_minor = 1`',
    'const drop = sql`delete from clients where id = 1`',
    'const add = sql`insert into clients (id) values (1)`',
  ])('reports SQL that writes clients without updating their cards: %s', (text) => {
    expect(plant({ 'server/people/clients/sql.ts': text })).toEqual([
      'only server/people/clients/change-sql.ts writes clients: server/people/clients/sql.ts',
    ])
  })

  it('refuses a store of the back office that is written by hand', () => {
    const text = "import { useSyncExternalStore } from 'react'"
    expect(plant({ 'web/base/leave.tsx': text, 'phone/store.ts': text })).toEqual([
      'a store of the back office is made by createStore: web/base/leave.tsx subscribes by hand',
    ])
  })

  it.each([
    ['the contract imports nobody but zod', 'contract/platform/users.ts', "import { say } from '../../words/say.ts'"],
    ['the contract imports nobody but zod', 'contract/platform/users.ts', "import fastify from 'fastify'"],
    [
      'words import nobody but limits and figures of the contract',
      'words/words.ts',
      "import type { User } from '../contract/platform/users.ts'",
    ],
    [
      'a card imports the contract, React and the encoder of rare codes, no more',
      'card/fill.ts',
      "import dayjs from 'dayjs'",
    ],
    [
      "the browser's side never sees the server",
      'web/people/clients/page.tsx',
      "import type { Row } from '../../../server/people/clients/sql.ts'",
    ],
    [
      "the browser's side never sees the server",
      'web/people/clients/page.test.ts',
      "import { rows } from '../../../server/people/clients/clients.ts'",
    ],
    [
      "the browser's side never sees the server",
      'phone/store.ts',
      "export type { Row } from '../server/people/clients/sql.ts'",
    ],
    [
      "the browser's side knows no emulator",
      'phone/store.ts',
      "import { devices } from '../emulators/apple-push/devices.ts'",
    ],
    ["the browser's side has no Node under it", 'web/base/send.ts', "import { join } from 'node:path'"],
    [
      'all words in one import are for the server and the public pages it renders',
      'web/base/send.ts',
      "import { say } from '../../words/say.ts'",
    ],
    [
      'web, pages and phone are three programs',
      'web/people/forms/preview.tsx',
      "import { renderForm } from '../../../pages/form-page.tsx'",
    ],
    [
      "the server never sees the browser's side",
      'server/people/clients/clients.ts',
      "import type { Draft } from '../../../web/people/clients/client-draft.ts'",
    ],
    [
      'issuing imports only types of the public pages',
      'server/reach/issuing/pages.ts',
      "import { renderForm } from '../../../pages/pages.tsx'",
    ],
    [
      'the server never knows that the outside world is emulated',
      'server/reach/passes/passes.ts',
      "const emulated = await import('../../../emulators/outside.ts')",
    ],
    ['base knows no room', 'server/base/http.ts', "import { userOf } from '../platform/users/users.ts'"],
    [
      'an engine knows base, the contract and the card, no room',
      'server/engines/wallet/apple/apns.ts',
      "import { rows } from '../../../reach/passes/sql.ts'",
    ],
    [
      'an emulator speaks over the wire, it shares no code with the server',
      'emulators/smtp/smtp.ts',
      "import { openLog } from '../../server/base/log.ts'",
    ],
    [
      'base and parts of the cabinet know no room',
      'web/parts/page.tsx',
      "import { useClients } from '../people/clients/data.ts'",
    ],
    [
      'another room of the cabinet only by its data.ts or its list of sections',
      'web/reach/pushes/editor.tsx',
      "import { Client } from '../../people/clients/client.tsx'",
    ],
    [
      'only the list of rooms opens calls and jobs',
      'server/reach/pushes/pushes.ts',
      "import { answered } from '../../people/clients/calls.ts'",
    ],
    [
      'only the list of rooms opens calls and jobs',
      'scripts/start.ts',
      "import { nightly } from '../server/reach/triggers/jobs.ts'",
    ],
    [
      'another room of the server only by its door',
      'server/reach/pushes/pushes.ts',
      "import * as sql from '../../people/clients/sql.ts'",
    ],
    [
      'another room of the server only by its door',
      'server/reach/pushes/pushes.ts',
      "type Row = import('../../people/clients/sql.ts').Row",
    ],
    [
      'another room of the server only by its door',
      'server/people/clients/clients.ts',
      "import { announceCards } from '../../reach/pushes/announce.ts'",
    ],
    [
      'the server makes requests by its outbound client and the line to Apple alone',
      'server/engines/crm/url/client.ts',
      "import { request } from 'undici'",
    ],
    [
      'the server makes requests by its outbound client and the line to Apple alone',
      'server/people/clients/clients.ts',
      "import { get } from 'node:https'",
    ],
    [
      'a room asks only rooms below it',
      'server/people/clients/calls.ts',
      "import { installUrl } from '../../reach/passes/passes.ts'",
    ],
    [
      'a room asks only rooms below it',
      'server/platform/cabinets/jobs.ts',
      "import { notify } from '../notifications/notifications.ts'",
    ],
    [
      'a room asks only rooms below it',
      'server/reach/passes/card-points.ts',
      "import type { PushRow } from '../pushes/pushes.ts'",
    ],
    [
      'only holders changes a client, because the card has to follow',
      'server/reach/marketplace/bonuses.ts',
      "import { addBonus } from '../../people/clients/change.ts'",
    ],
    [
      'only holders changes a client, because the card has to follow',
      'server/people/clients/calls.ts',
      "import { saveClient } from './change.ts'",
    ],
    [
      'only the verbs that change a client use the SQL that writes one',
      'server/people/clients/clients.ts',
      "import { growBonus } from './change-sql.ts'",
    ],
    ['nobody below main imports main', 'server/people/clients/clients.ts', "import { ROOMS } from '../../rooms.ts'"],
  ])('complains that %s: %s', (say, file, text) => {
    expect(plant({ [file]: text }).filter((line) => line.startsWith(`${say}: ${file} imports `))).toHaveLength(1)
  })

  it.each([
    ['server/rooms.ts', "import { answered } from './people/clients/calls.ts'"],
    ['server/reach/pushes/pushes.ts', "import { getClient } from '../../people/clients/clients.ts'"],
    ['server/reach/issuing/pages.ts', "import type * as Pages from '../../../pages/pages.tsx'"],
    ['server/reach/passes/passes.ts', "import { buildPass } from '../../engines/wallet/apple/build-pass.ts'"],
    ['server/reach/passes/passes.test.ts', "import { startOutside } from '../../../emulators/outside.ts'"],
    ['web/reach/pushes/editor.tsx', "import { useClients } from '../../people/clients/data.ts'"],
    ['web/people/routes.ts', "const page = () => import('./clients/page.tsx')"],
    ['words/words.ts', "import { LANGUAGES } from '../contract/limits.ts'"],
  ])('passes what the rules allow: %s, %s', (file, text) => {
    expect(plant({ [file]: text })).toEqual([])
  })

  it('finds requests that need no import', () => {
    const file = 'server/engines/channels/sms/smsc/smsc.ts'
    for (const text of ['await fetch(url)', 'const reply = globalThis.fetch(url)'])
      expect(plant({ [file]: text })).toEqual([
        `the server makes requests by its outbound client and the line to Apple alone: ${file} calls fetch`,
      ])
    expect(plant({ [file]: 'list.refetch(); cache.fetch(id)' })).toEqual([])
  })

  it('finds circles, those of types alone too', () => {
    expect(
      plant({
        'card/a.ts': "import type { B } from './b.ts'\nexport type A = B",
        'card/b.ts': "import type { C } from './c.ts'\nexport type B = C",
        'card/c.ts': "import type { A } from './a.ts'\nexport type C = A",
      }),
    ).toEqual(['no circles: card/a.ts → card/b.ts → card/c.ts → card/a.ts'])
  })

  it('refuses to be green over a file it cannot read', () => {
    expect(() => plant({ 'card/a.ts': 'import from from' })).toThrow('card/a.ts does not parse')
  })
})
