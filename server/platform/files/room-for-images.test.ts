import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { templates } from '../../../contract/cards/templates.ts'
import { IMAGES_MAX } from '../../../contract/limits.ts'
import { DAY_MS } from '../../../contract/time.ts'
import { query } from '../../../test/direct-access.ts'
import { openShop, type Shop } from '../../../test/people.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import type { Job } from '../../base/app.ts'
import { JOBS } from '../../rooms.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())

describe('pictures of a business', () => {
  const colour = (no: number) =>
    sharp({ create: { width: 87, height: 87, channels: 4, background: { r: no, g: 0, b: 0, alpha: 1 } } })
      .png()
      .toBuffer()
  const kept = (c: number) => query<{ id: string }>(server, 'select id from files where cabinet_id = $1', [c])
  const uploadTo = async (of: Shop, bytes: Buffer) =>
    of.owner.ask(templates.uploadImage, {
      params: { c: of.c },
      body: { slot: 'icon' },
      file: new Blob([new Uint8Array(bytes)], { type: 'image/png' }),
    })
  const sweep = async () => (JOBS.find((job) => job.name === 'sweep-pictures') as Job).handle(server.app, {})

  it('are limited, and one that is there already needs no room', async () => {
    const full = await openShop(server, 'Full')
    const first = await uploadTo(full, await colour(1))
    await query(
      server,
      `insert into files (cabinet_id, id, sha256, width, height, bytes, created_at)
       select cabinet_id, gen_random_uuid(), sha256(no::text::bytea), 87, 87, '', now()
       from files, generate_series(1, $2) no where cabinet_id = $1 and id = $3`,
      [full.c, IMAGES_MAX - (await kept(full.c)).length, (first.body.data as { id: string }).id],
    )
    const refused = await uploadTo(full, await colour(2))
    expect([refused.status, refused.body.error?.code]).toEqual([409, 'no_room_for_images'])
    expect((await uploadTo(full, await colour(1))).status).toBe(201)
    expect(await kept(full.c)).toHaveLength(IMAGES_MAX)
  })

  it('that nothing uses are deleted after a month, those of cards and logos never', async () => {
    const tidy = await openShop(server, 'Tidy')
    const ids: string[] = []
    for (const no of [10, 11, 12]) ids.push(((await uploadTo(tidy, await colour(no))).body.data as { id: string }).id)
    const [ofCard, ofLogo, spare] = ids
    await query(server, `update templates set design = jsonb_set(design, '{images,icon}', $1) where cabinet_id = $2`, [
      JSON.stringify(ofCard),
      tidy.c,
    ])
    await query(server, 'update cabinets set logo_id = $1 where id = $2', [ofLogo, tidy.c])
    const isSpareThere = async () => (await kept(tidy.c)).some((one) => one.id === spare)
    await sweep()
    server.passTime(10 * DAY_MS)
    // Uploaded once more it is as good as new.
    expect((await uploadTo(tidy, await colour(12))).body.data).toMatchObject({ id: spare })
    await sweep()
    server.passTime(25 * DAY_MS)
    await sweep()
    expect(await isSpareThere()).toBe(true)
    server.passTime(6 * DAY_MS)
    await sweep()
    const left = (await kept(tidy.c)).map((one) => one.id)
    expect([left.includes(ofCard ?? ''), left.includes(ofLogo ?? ''), left.includes(spare ?? '')]).toEqual([
      true,
      true,
      false,
    ])
  })
})
