/**
 * Files that are damaged or made to harm, sent by a user of the business: each is refused, nothing of the business is
 * changed, and no other request waits for it.
 */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { beforeAll, describe, expect, it } from 'vitest'
import { certificates } from '../contract/cards/certificates.ts'
import { clients } from '../contract/people/clients.ts'
import { imports } from '../contract/people/imports.ts'
import { issuePassCertificate, writeP12 } from '../server/engines/wallet/apple/test-authority.ts'
import { query } from './direct-access.ts'
import { at, check, read, run, server, setUpImports, shop, upload } from './import-shop.ts'
import { longestOfParts } from './longest-work.ts'
import type { Answer } from './people.ts'

const DAMAGED = 50
const LAG_MS = 50
const LINES = 1500

setUpImports()

const params = () => ({ c: shop.c })
const blobOf = (bytes: Uint8Array) => new Blob([new Uint8Array(bytes)])
const codeOf = ({ status, body }: Answer) => `${status} ${body.error?.code}`
/** Everything that such a file could have changed. */
const state = async () => ({
  apple: await shop.owner.send(certificates.readApple, { params: params() }),
  imports: (await shop.owner.send(imports.listImports, { params: params(), query: {} })).data,
  clients: (await shop.owner.send(clients.listClients, { params: params(), query: {} })).meta.total,
  files: await query(server, 'select count(*)::int as n from client_imports where cabinet_id = $1', [shop.c]),
})

type Send = (file: Blob) => Promise<Answer>
/** One after the other. @returns each answer once, and the longest work at once in ms */
async function sendAll(files: readonly Blob[], send: Send) {
  const answers = new Set<string>()
  const lag = await longestOfParts(async (no) => {
    for (const [i, file] of files.entries()) if (i % 3 === no) answers.add(codeOf(await send(file)))
  })
  return { answers: [...answers].toSorted((one, other) => one.localeCompare(other)), lag }
}

describe('damaged certificates', () => {
  let p12: Buffer
  let cer: Buffer
  beforeAll(async () => {
    const order = { passTypeIdentifier: 'pass.example.harm', teamIdentifier: 'HARMED1234', organisation: 'Ina' }
    const issued = await issuePassCertificate(server.authority, order)
    p12 = writeP12(issued, 'Open-me', { legacy: false, iterations: 1 })
    cer = Buffer.from(issued.certificatePem.replace(/-----[^-]+-----|\s/g, ''), 'base64')
  })

  /** One bit of each is wrong, everywhere between two places; every fifth is cut off there too. */
  const damaged = (good: Buffer, from: number, to: number) =>
    Array.from({ length: DAMAGED }, (_, n) => {
      const bad = Buffer.from(good)
      const place = from + Math.floor(((to - from - 1) * n) / DAMAGED)
      bad[place] = (bad[place] ?? 0) ^ (1 << (n % 8))
      return blobOf(n % 5 === 4 ? bad.subarray(0, place) : bad)
    })

  it(`${DAMAGED} .p12 are refused, change nothing and hold nobody up`, async () => {
    const before = await state()
    // Between the frame, of which a tag may be wrong without any harm, and the seal.
    const from = p12.indexOf(Buffer.from('a082', 'hex')) + 8
    const to = p12.lastIndexOf(Buffer.from('300d0609', 'hex')) - 8
    const { answers, lag } = await sendAll(damaged(p12, from, to), (file) =>
      shop.owner.ask(certificates.uploadApple, { params: params(), body: { password: 'Open-me' }, file }),
    )
    expect(answers.filter((one) => !/^422 (not_a_p12|wrong_password)$/.test(one))).toEqual([])
    expect(await state()).toEqual(before)
    expect(lag).toBeLessThan(LAG_MS)
  })

  it(`${DAMAGED} .cer are refused, change nothing and hold nobody up`, async () => {
    await shop.owner.send(certificates.makeRequest, { params: params() })
    const before = await state()
    const { answers, lag } = await sendAll(damaged(cer, 0, cer.length), (file) =>
      shop.owner.ask(certificates.uploadIssued, { params: params(), file }),
    )
    expect(answers.filter((one) => !one.startsWith('422 '))).toEqual([])
    expect(await state()).toEqual(before)
    expect(lag).toBeLessThan(LAG_MS)
  })
})

describe('files of clients', () => {
  it('that unpack to gigabytes, to thousands of parts or to entities, or are cut off, are refused', async () => {
    // Made in a thread of its own: what a bomb unpacks to would lie in our heap, and clearing it would be our work.
    const worker = new Worker(new URL('../bench/bombs.ts', import.meta.url))
    const [bombs] = (await once(worker, 'message')) as [Uint8Array[]]
    await worker.terminate()
    const before = await state()
    const { answers, lag } = await sendAll([...bombs, ...bombs, ...bombs].map(blobOf), (file) =>
      shop.owner.ask(imports.uploadImport, { params: params(), body: {}, file }),
    )
    expect(answers).toEqual(['422 import_unreadable'])
    expect(await state()).toEqual(before)
    expect(lag).toBeLessThan(LAG_MS)
  })

  it('with formulas: each such line is refused by its name, nobody is added, and the loop turns', async () => {
    const formulas = ['=HYPERLINK("http://x";"y")', '=1+1', '+SUM(A1)', '@SUM(A1)', '-SUM(A1)', '=cmd|"/c calc"!A1']
    const line = (n: number) => `"${formulas[n % formulas.length]?.replaceAll('"', '""')}",+420601${100_000 + n}`
    const text = ['name,phone', ...Array.from({ length: LINES }, (_, n) => line(n))].join('\n')
    const before = await state()
    let id = ''
    const lag = await longestOfParts(async (no) => {
      if (no > 0) await shop.owner.send(imports.deleteImport, at(id))
      id = (await check(await upload(text))).id
    })
    expect(await read(id)).toMatchObject({ state: 'checked', rows: LINES, counts: { bad: LINES, fresh: 0 } })
    const faults = await query<{ code: string }>(
      server,
      `select distinct fault->>'code' as code
       from client_import_rows r, jsonb_array_elements(to_jsonb(r.faults)) fault where import_id = $1`,
      [id],
    )
    expect(faults).toEqual([{ code: 'formula' }])
    expect((await run(id)).counts).toMatchObject({ added: 0, changed: 0, bad: LINES })
    const { apple, clients: all } = await state()
    expect({ apple, clients: all }).toEqual({ apple: before.apple, clients: 0 })
    expect(lag).toBeLessThan(LAG_MS)
  })
})
