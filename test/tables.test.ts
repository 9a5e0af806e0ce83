import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clients } from '../contract/people/clients.ts'
import { forms } from '../contract/people/forms.ts'
import { pushes } from '../contract/reach/pushes.ts'
import { templates } from '../contract/cards/templates.ts'
import { cabinets } from '../contract/platform/cabinets.ts'
import { APP_ROLE, OPERATOR_ROLE, SCHEDULER_ROLE, WORKER_ROLE } from '../server/base/logins.ts'
import { fillForm } from './phones.ts'
import { openShop, type Shop } from './people.ts'
import { cloneDatabase, testConnection } from './postgres.ts'
import { startTestServer, type TestServer } from './server.ts'
import { OWNERS } from './table-owners.ts'
import { TEMPLATE } from './template.ts'
import { roleFaults, walledTables, wallFaults } from './wall-faults.ts'

async function connect(database: string): Promise<pg.Client> {
  const client = new pg.Client(testConnection(database))
  await client.connect()
  return client
}

describe('the wall around the rows of a cabinet', () => {
  let client: pg.Client
  let clone: { name: string; drop(): Promise<void> }
  beforeAll(async () => {
    clone = await cloneDatabase(TEMPLATE)
    client = await connect(clone.name)
  })
  afterAll(async () => {
    await client?.end()
    await clone?.drop()
  })

  it('is whole around every table that has a cabinet', async () => {
    expect(await wallFaults(client)).toEqual([])
    expect((await walledTables(client)).length).toBeGreaterThan(15)
  })

  it('knows an owner for every table of the catalogue, and no table that is not there', async () => {
    const { rows } = await client.query<{ tablename: string }>(
      `select relname as tablename from pg_class where relnamespace = 'public'::regnamespace
         and relkind in ('r', 'p') and not relispartition order by relname`,
    )
    expect(rows.map((row) => row.tablename)).toEqual(Object.values(OWNERS).flat().sort())
  })

  it('has no function that would keep a plan by chance: each says how its statements are planned', async () => {
    const { rows } = await client.query<{ name: string }>(
      `select p.oid::regprocedure::text as name from pg_proc p join pg_language l on l.oid = p.prolang
        where p.pronamespace = 'public'::regnamespace and l.lanname = 'plpgsql'
          and p.proname <> 'guarded_current_setting'
          and not exists (select from unnest(p.proconfig) setting where setting like 'plan_cache_mode=%')`,
    )
    expect(rows.map((row) => row.name)).toEqual([])
  })

  it('leaves no table open to every call but those that name nobody', async () => {
    const { rows } = await client.query<{ name: string }>(
      `select c.relname as name from pg_class c
        where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relforcerowsecurity
          and (has_table_privilege($1, c.oid, 'select') or has_any_column_privilege($1, c.oid, 'select'))
        order by 1`,
      [APP_ROLE],
    )
    // Plans, prices of modules and migrations are the same for all, the demo's parts are numbers and so are jobs that
    // were given up; secrets of the installation are encrypted, keys of tries are digests or names that a call has to
    // know already.
    expect(rows.map((row) => row.name)).toEqual([
      'demo_parts',
      'given_up_jobs',
      'installation_secrets',
      'migrations',
      'module_prices',
      'paces',
      'payment_settings',
      'sms_budget',
      'tariffs',
      'tries',
    ])
  })

  it('has no policy that shows every row to every call', async () => {
    const { rows } = await client.query<{ name: string }>(
      `select tablename || '.' || policyname as name from pg_policies
        where schemaname = 'public' and roles && array['public', $1]::name[] and qual = 'true'`,
      [APP_ROLE],
    )
    expect(rows).toEqual([])
  })

  it.each([APP_ROLE, SCHEDULER_ROLE, OPERATOR_ROLE, WORKER_ROLE])('cannot be climbed by %s', async (role) => {
    expect(await roleFaults(client, role)).toEqual([])
  })

  it.each([
    [
      'create table planted (cabinet_id bigint not null, id uuid not null, primary key (cabinet_id, id))',
      [
        'planted has no policy of the cabinet',
        'planted has no row level security',
        'planted lets its owner past the wall (no FORCE)',
      ],
    ],
    [
      "create table planted (cabinet_id bigint, id uuid primary key); call build_wall('planted')",
      [
        'planted has no primary key that starts with cabinet_id',
        'planted may be without a cabinet',
        'planted_pkey is unique across cabinets, so one could ask what another has',
      ],
    ],
    ['alter table clients no force row level security', ['clients lets its owner past the wall (no FORCE)']],
    ['create policy planted on clients using (true)', ['clients.planted has a gate in its wall']],
    [
      'drop policy cabinet on clients; create policy cabinet on clients using (true)',
      ['clients has no policy of the cabinet'],
    ],
    [
      `alter table clients add constraint clients_id_alone unique (id); create table planted (client_id
        uuid references clients (id))`,
      [
        'clients_id_alone is unique across cabinets, so one could ask what another has',
        'planted.planted_client_id_fkey points into a walled table without the cabinet',
      ],
    ],
    ['create view planted as select * from clients', ['planted shows rows past the wall (a view of its owner)']],
    [
      'grant select (id) on client_messages_rest to kartoteka_scheduler',
      ['client_messages_rest is a part of a table and may be asked for itself'],
    ],
    [
      'grant execute on function make_message_month(timestamptz) to kartoteka_app',
      ["make_message_month runs with its owner's rights (SECURITY DEFINER)"],
    ],
    [
      "create function planted() returns bigint language sql security definer as 'select count(*) from clients'",
      ["planted runs with its owner's rights (SECURITY DEFINER)"],
    ],
  ])('is told broken after: %s', async (plant, faults) => {
    const before = await wallFaults(client)
    await client.query('begin')
    try {
      await client.query(plant)
      expect((await wallFaults(client)).filter((fault) => !before.includes(fault))).toEqual(faults)
    } finally {
      await client.query('rollback')
    }
  })

  it('is reported when a role has rights to bypass it', async () => {
    await client.query('begin')
    try {
      await client.query(
        `create role planted_climber bypassrls; grant truncate
          on clients to planted_climber; grant ${SCHEDULER_ROLE} to planted_climber`,
      )
      expect(await roleFaults(client, 'planted_climber')).toEqual([
        'planted_climber has BYPASSRLS',
        `planted_climber is a member of ${SCHEDULER_ROLE}`,
        'planted_climber may truncate clients',
      ])
    } finally {
      await client.query('rollback')
    }
  })
})

describe('behind the wall, with rows in it', () => {
  let server: TestServer
  let shops: Shop[]
  let client: pg.Client
  beforeAll(async () => {
    server = await startTestServer({ env: { POOL_SIZE: '3' } })
    shops = []
    for (const name of ['Anna', 'Boris', 'Clara']) {
      const shop = await openShop(server, name)
      shops.push(shop)
      for (const guest of ['One', 'Two'])
        await fillForm(server, shop.formUrl, {
          name: `${name}guest`,
          surname: guest,
          tel: `+42060100${shops.length}${guest === 'One' ? 111 : 222}`,
          email: `${guest}@${name}.example`.toLowerCase(),
        })
      await shop.owner.send(pushes.createPush, {
        params: { c: shop.c, pushType: 'text' },
        body: { name: `${name} push`, message: 'Hello', templates: [shop.template] },
      })
    }
    client = new pg.Client({ ...server.login, options: '-c app.unguarded=1' })
    await client.connect()
  })
  afterAll(async () => {
    await client?.end()
    await server?.close()
  })

  it('no row is read, changed or removed without an opened cabinet', async () => {
    const full: string[] = []
    for (const table of await walledTables(client)) {
      await client.query('begin')
      await client.query("select set_config('app.cabinet', $1, true)", [String(shops[0]?.c)])
      const {
        rows: [own],
      } = await client.query<{ count: string }>(`select count(*) from ${table}`)
      await client.query('commit')
      if (Number(own?.count) === 0) continue
      full.push(table)
      for (const statement of [
        `select count(*) from ${table}`,
        `update ${table} set cabinet_id = cabinet_id`,
        `delete from ${table}`,
      ]) {
        const outcome = await client.query<{ count?: string }>(statement).then(
          ({ rows, rowCount }) => Number(rows[0]?.count ?? rowCount),
          (error: pg.DatabaseError) => error.code ?? '',
        )
        // Who acts in no cabinet may read the accesses of a user, so a missing cabinet shows none, without an error.
        expect([table, statement, outcome]).toEqual([
          table,
          statement,
          table === 'accesses' ? 0 : expect.stringMatching(/^(42704|22P02)$/),
        ])
      }
    }
    expect(full.length).toBeGreaterThan(8)
  })

  it('an opened cabinet shows its own rows alone, and takes in none for another', async () => {
    const [own, other] = shops as [Shop, Shop, Shop]
    for (const table of await walledTables(client)) {
      await client.query('begin')
      await client.query("select set_config('app.cabinet', $1, true), set_config('app.user', '', true)", [
        String(own.c),
      ])
      const { rows } = await client.query<{ cabinet_id: string }>(`select distinct cabinet_id from ${table}`)
      expect(
        rows.filter((row) => Number(row.cabinet_id) !== own.c),
        table,
      ).toEqual([])
      await client.query('rollback')
    }
    await client.query('begin')
    await client.query("select set_config('app.cabinet', $1, true)", [String(own.c)])
    await expect(
      client.query(
        'insert into variables (cabinet_id, id, name, created_at) values ($1, gen_random_uuid(), $2, now())',
        [other.c, 'planted'],
      ),
    ).rejects.toThrow('row-level security policy')
    await client.query('rollback')
  })

  it('of 300 concurrent requests over a small pool none shows a row of another cabinet', async () => {
    const calls = [clients.listClients, templates.listTemplates, forms.listForms, pushes.listPushes, cabinets.dashboard]
    const secretsOf = (shop: Shop) => [
      shop.domain,
      shop.template,
      shop.formKey,
      `${shop.owner.email.split('@')[0]}guest`,
    ]
    const asked = Array.from({ length: 300 }, async (_, i) => {
      const [shop, place] = [shops[i % 3] as Shop, shops[(i * 7 + (i % 5 === 4 ? 1 : 0)) % 3] as Shop]
      const ask = () =>
        shop.owner.ask(calls[i % calls.length] as typeof clients.listClients, { params: { c: place.c } })
      let answer = await ask()
      // On a busy machine some wait for a connection until they are refused; their page would ask again.
      while (answer.status === 503) answer = await ask()
      const text = JSON.stringify(answer.body).toLowerCase()
      const foreign = shops
        .filter((one) => one !== shop)
        .flatMap(secretsOf)
        .filter((secret) => text.includes(secret.toLowerCase()))
      return {
        isOwn: shop === place,
        status: answer.status,
        foreign,
        isFull: secretsOf(shop).some((secret) => text.includes(secret.toLowerCase())),
      }
    })
    const answers = await Promise.all(asked)
    expect(answers.flatMap(({ foreign }) => foreign)).toEqual([])
    expect(answers.filter(({ isOwn, status }) => status !== (isOwn ? 200 : 404))).toEqual([])
    expect(answers.filter(({ isOwn }) => !isOwn).length).toBeGreaterThan(50)
    expect(answers.filter(({ isFull }) => isFull).length).toBeGreaterThan(150)
  })
})
