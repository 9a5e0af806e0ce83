import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { letterPath } from '../../../card/letter.ts'
import { templates } from '../../../contract/cards/templates.ts'
import { query } from '../../../test/direct-access.ts'
import { openShop, type Shop } from '../../../test/people.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { cpuMsOf } from '../../../test/cpu-time.ts'
import { until } from '../../../test/until.ts'

let server: TestServer
let shop: Shop
let icon: Buffer
beforeAll(async () => {
  server = await startTestServer()
  shop = await openShop(server, 'Pia')
  icon = await sharp({ create: { width: 87, height: 87, channels: 4, background: '#c0392b' } })
    .png()
    .toBuffer()
})
afterAll(() => server?.close())

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

function chunk(type: string, data: Buffer, crc?: number): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc ?? crc32(body))
  return Buffer.concat([length, body, check])
}

function header(width: number, height: number): Buffer {
  const data = Buffer.alloc(13)
  data.writeUInt32BE(width, 0)
  data.writeUInt32BE(height, 4)
  data.set([8, 6, 0, 0, 0], 8)
  return chunk('IHDR', data)
}

/** Chunks of a PNG as they lie in it. */
function chunksOf(png: Buffer): { type: string; bytes: Buffer }[] {
  const found: { type: string; bytes: Buffer }[] = []
  for (let at = 8; at < png.length;) {
    const end = at + 12 + png.readUInt32BE(at)
    found.push({ type: png.toString('latin1', at + 4, at + 8), bytes: png.subarray(at, end) })
    at = end
  }
  return found
}

/** The icon with more chunks behind its header. */
const withChunks = (...more: Buffer[]) => {
  const [first, ...rest] = chunksOf(icon).map((one) => one.bytes)
  return Buffer.concat([SIGNATURE, first as Buffer, ...more, ...rest])
}
const pixels = (width: number, height: number) => chunk('IDAT', deflateSync(Buffer.alloc((width * 4 + 1) * height)))
const END = chunk('IEND', Buffer.alloc(0))

const upload = (bytes: Buffer, slot = 'icon') =>
  shop.owner.ask(templates.uploadImage, {
    params: { c: shop.c },
    body: { slot },
    file: new Blob([new Uint8Array(bytes)], { type: 'image/png' }),
  })
const stored = async (url: string) => Buffer.from(await (await fetch(server.url + url)).arrayBuffer())

const REFUSED: [string, () => Buffer | Promise<Buffer>, number, string][] = [
  [
    'a picture that says 50 000 × 50 000 pixels',
    () => Buffer.concat([SIGNATURE, header(50_000, 50_000), pixels(10, 10), END]),
    422,
    'image_wrong_size',
  ],
  [
    'a picture one pixel too wide',
    () =>
      sharp({ create: { width: 88, height: 87, channels: 3, background: 'red' } })
        .png()
        .toBuffer(),
    422,
    'image_wrong_size',
  ],
  [
    'a chunk with a wrong checksum',
    () => Buffer.concat([SIGNATURE, header(87, 87), chunk('IDAT', deflateSync(Buffer.alloc(349 * 87)), 1), END]),
    422,
    'image_broken',
  ],
  ['a picture cut in the middle', () => icon.subarray(0, icon.length / 2), 422, 'image_broken'],
  ['a header and nothing else', () => Buffer.concat([SIGNATURE, header(87, 87)]), 422, 'image_broken'],
  [
    'pixels that unpack to a thousand times their size',
    () =>
      Buffer.concat([
        SIGNATURE,
        header(87, 87),
        chunk('IDAT', deflateSync(Buffer.alloc(64 * 1024 * 1024)).subarray(0, 20_000)),
        END,
      ]),
    422,
    'image_broken',
  ],
  [
    'a JPEG under the name of a PNG',
    () =>
      sharp({ create: { width: 87, height: 87, channels: 3, background: 'red' } })
        .jpeg()
        .toBuffer(),
    422,
    'image_not_png',
  ],
  [
    'an SVG',
    () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="87" height="87"><script>alert(1)</script></svg>'),
    422,
    'image_not_png',
  ],
  ['an empty file', () => Buffer.alloc(0), 422, 'image_not_png'],
  ['a file over two megabytes', () => Buffer.concat([icon, Buffer.alloc(2 * 1024 * 1024)]), 413, 'image_too_large'],
]

describe('a picture that is refused', () => {
  it.each(REFUSED)('%s', async (_, make, status, code) => {
    const bytes = await make()
    const cpuMs = await cpuMsOf(async () => {
      const reply = await upload(bytes)
      expect([reply.status, reply.body.error?.code]).toEqual([status, code])
    })
    expect(cpuMs, 'it is not unpacked first').toBeLessThan(1500)
    expect(await query(server, 'select id from files')).toHaveLength(0)
  })

  it('a slot that does not exist, and no file at all', async () => {
    expect((await upload(icon, 'passport')).status).toBe(422)
    expect(
      (await shop.owner.ask(templates.uploadImage, { params: { c: shop.c }, body: { slot: 'icon' } })).status,
    ).toBe(422)
  })
})

describe('a picture that is kept', () => {
  it('contains pixels and nothing else of what was uploaded', async () => {
    const text = deflateSync(Buffer.alloc(40 * 1024 * 1024, 'A'))
    const poisoned: [string, Buffer][] = [
      [
        'text',
        withChunks(
          chunk('tEXt', Buffer.from('Comment\0<script>alert(1)</script>')),
          chunk('eXIf', Buffer.from('GPS 50.08 14.43')),
        ),
      ],
      [
        'text that unpacks to forty megabytes',
        withChunks(chunk('zTXt', Buffer.concat([Buffer.from('Bomb\0\0'), text]))),
      ],
      ['an animation', withChunks(chunk('acTL', Buffer.from([0, 0, 0, 2, 0, 0, 0, 0])))],
      ['a web page behind the picture', Buffer.concat([icon, Buffer.from('<html><script>alert(1)</script></html>')])],
    ]
    for (const [what, bytes] of poisoned) {
      const reply = await upload(bytes)
      expect([what, reply.status]).toEqual([what, 201])
      const clean = await stored((reply.body.data as { url: string }).url)
      expect(
        chunksOf(clean)
          .map((one) => one.type)
          .filter((type) => !['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND', 'pHYs'].includes(type)),
      ).toEqual([])
      expect(clean.includes('script')).toBe(false)
      expect((await sharp(clean).raw().toBuffer()).subarray(0, 3)).toEqual(Buffer.from([0xc0, 0x39, 0x2b]))
    }
    expect(await query(server, 'select id from files')).toHaveLength(1)
  })

  it('is shown as a picture and as nothing else, to anybody who has its address', async () => {
    const { url } = (await upload(icon)).body.data as { url: string }
    const response = await fetch(server.url + url)
    expect(
      Object.fromEntries(
        ['content-type', 'x-content-type-options', 'content-security-policy', 'cache-control'].map((name) => [
          name,
          response.headers.get(name),
        ]),
      ),
    ).toEqual({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'public, max-age=31536000, immutable',
    })
    const id = url.split('/').at(-1) ?? ''
    const other = await openShop(server, 'Quinn')
    for (const path of [
      `/files/${other.c}/${id}`,
      `/files/1/${id}`,
      '/files/abc/x.png',
      `/files/${shop.c}/..%2f..%2fetc%2fpasswd`,
      '/files/plain/zzz.png',
      `/files/${shop.c}/a%00b.png`,
    ]) {
      expect([path, (await fetch(server.url + path)).status]).toEqual([path, 404])
    }
    const plain = await fetch(`${server.url}/files/plain/C0392B.png`)
    expect((await sharp(await plain.arrayBuffer()).metadata()).width).toBe(660)
    const lettered = await fetch(server.url + letterPath('Coffee Lab', '#c0392b'))
    // A square of one colour is what a design without a picture must not show.
    const { channels } = await sharp(await lettered.arrayBuffer()).stats()
    expect(channels[1]?.max).toBeGreaterThan((channels[1]?.min ?? 0) + 100)
  })

  it('is one row however many upload it at the same time', async () => {
    const cover = await sharp({ create: { width: 1125, height: 369, channels: 3, background: '#123456' } })
      .png()
      .toBuffer()
    const ids = await Promise.all(
      Array.from({ length: 6 }, async () => (await upload(cover, 'cover')).body.data as { id: string }),
    )
    expect(new Set(ids.map((one) => one.id)).size).toBe(1)
  })

  it('is not taken from a stranger', async () => {
    const other = await openShop(server, 'Rita')
    const reply = await other.owner.ask(templates.uploadImage, {
      params: { c: shop.c },
      body: { slot: 'icon' },
      file: new Blob([new Uint8Array(icon)]),
    })
    expect([reply.status, reply.body.error?.code]).toEqual([404, 'not_found'])
  })

  it('does not hold a database connection while a slow sender is still sending it', async () => {
    const { hostname, port } = new URL(server.url)
    const { connect } = await import('node:net')
    let underWay = 0
    const senders = Array.from({ length: 10 }, () => {
      const socket = connect(Number(port), hostname)
      socket.once('data', (answer) => {
        if (String(answer).startsWith('HTTP/1.1 100')) underWay++
      })
      socket.write(
        [
          `POST /api/applications/${shop.c}/images HTTP/1.1`,
          'host: x',
          `authorization: Bearer ${shop.owner.token}`,
          'content-type: multipart/form-data; boundary=b',
          'content-length: 100000',
          'expect: 100-continue',
          '',
          '--b',
          'content-disposition: form-data; name="file"; filename="a.png"',
          '\r\n',
        ].join('\r\n'),
      )
      return socket
    })
    await until(() => underWay === senders.length, 'the server has the head of each request')
    // None of them ever ends, and they are more than the pool has connections.
    expect((await upload(icon)).status).toBe(201)
    for (const socket of senders) socket.destroy()
  })
})
