/**
 * Passes built and signed a second on one core, beside the bare RSA-2048 signature that every pass needs and beside
 * passkit-generator with the same pictures. Rounds alternate, so that a busy minute slows all of them down.
 */
import { createPrivateKey, sign } from 'node:crypto'
import { PKPass } from 'passkit-generator'
import sharp from 'sharp'
import type { FilledCard } from '../card/fill.ts'
import { IMAGE_SLOTS } from '../contract/limits.ts'
import { buildPass, buildPassParts } from '../server/engines/wallet/apple/build-pass.ts'
import { prepareImages } from '../server/engines/wallet/apple/images.ts'
import { passJson, type PassJson } from '../server/engines/wallet/apple/pass-json.ts'
import { openSigner } from '../server/engines/wallet/apple/signer.ts'
import { createAuthority, issuePassCertificate } from '../server/engines/wallet/apple/test-authority.ts'
import { print, type BenchReport } from './report.ts'

type Measured = { perSecond: number; cpuMs: number }
const ROUNDS = 5
const ROUND_MS = 700
const IN_FLIGHT = 4

const card: FilledCard = {
  organisation: 'Kofejna U Mlýna',
  cardName: 'Bonus card',
  programName: 'Mill club',
  colours: { background: '#1a2b3c', text: '#ffffff', title: '#c0ffee' },
  fields: {
    top: { label: 'BONUS', value: '1 250.00', changeMessage: 'Your bonus is now %@' },
    center: { label: 'MEMBER', value: 'Jana Nováková', changeMessage: '' },
    left: { label: 'CARD', value: '000412', changeMessage: '' },
    right: { label: 'DISCOUNT', value: '5 %', changeMessage: '' },
  },
  barcode: { type: 'qr', message: '000412', alt: '000412' },
  back: Array.from({ length: 8 }, (_, row) => ({
    label: `Row ${row}`,
    value: 'Open from eight to eight, every day but Monday. '.repeat(3),
  })),
  links: [{ uri: 'https://example.com/menu', text: 'Menu' }],
  nfc: null,
  images: { logo: 'set', cover: 'set' },
}

export async function run(): Promise<BenchReport> {
  const certificate = await issuePassCertificate(await createAuthority(), {
    passTypeIdentifier: 'pass.test.bench',
    teamIdentifier: 'TESTTEAM01',
  })
  const prepared = await prepareImages({
    icon: await photo('icon'),
    logo: await photo('logo'),
    cover: await photo('cover'),
    background: card.colours.background,
    organisation: card.organisation,
  })
  const signer = openSigner(certificate)
  const key = createPrivateKey(certificate.privateKeyPem)
  const sample = Buffer.alloc(104, 7)
  let serial = 0
  const nextPass = (): PassJson =>
    passJson(card, {
      passTypeIdentifier: 'pass.test.bench',
      teamIdentifier: 'TESTTEAM01',
      serialNumber: `bench-${serial++}`,
      authenticationToken: '0123456789abcdef0123456789abcdef',
      webServiceUrl: 'https://cards.example/apple',
      message: null,
    })
  const pictures = Object.fromEntries(prepared.files.map(({ name, data }) => [name, data]))
  const peerCertificates = {
    wwdr: certificate.intermediatePem,
    signerCert: certificate.certificatePem,
    signerKey: certificate.privateKeyPem,
  }

  const modes = {
    'raw RSA-2048, in the thread': () => oneByOne(() => void sign('sha256', sample, key)),
    'raw RSA-2048, thread pool': () => inFlight(() => signInPool(sample, key)),
    'ours, one buffer': () => inFlight(() => buildPass(prepared, signer, nextPass())),
    'ours, parts': () => inFlight(() => buildPassParts(prepared, signer, nextPass())),
    'passkit-generator 3.6.1': () =>
      oneByOne(
        () =>
          void new PKPass(
            { 'pass.json': Buffer.from(JSON.stringify(nextPass())), ...pictures },
            peerCertificates,
          ).getAsBuffer(),
      ),
  }
  type Mode = keyof typeof modes
  const names = Object.keys(modes) as Mode[]
  const rounds = new Map<Mode, Measured[]>(names.map((name) => [name, []]))
  for (const name of names) await modes[name]()
  for (let round = 0; round < ROUNDS; round++) {
    for (const name of names) rounds.get(name)?.push(await modes[name]())
  }

  const cpu = (name: Mode) => median((rounds.get(name) ?? []).map(({ cpuMs }) => cpuMs))
  const bytes = prepared.files.reduce((sum, { data }) => sum + data.length, 0)
  const lines = [
    `${prepared.files.length} pictures of ${Math.round(bytes / 1024)} kB, pass.json of ` +
      `${JSON.stringify(nextPass()).length} bytes, ${ROUNDS} rounds, ${IN_FLIGHT} in flight in the pool`,
    ...names.map((name) => {
      const wall = median((rounds.get(name) ?? []).map(({ perSecond }) => perSecond))
      return (
        `${name.padEnd(30)} ${wall.toFixed(0).padStart(6)}/s wall   ${cpu(name).toFixed(3).padStart(7)} ` +
        `ms CPU   ${(1000 / cpu(name)).toFixed(0).padStart(6)}/s on one core`
      )
    }),
  ]
  const ratio = (name: string, value: number, target: number) => ({ name, value, target, ok: value >= target })
  return {
    name: 'passes',
    lines,
    ratios: [
      ratio('ours in parts to raw RSA, CPU', cpu('raw RSA-2048, in the thread') / cpu('ours, parts'), 0.75),
      ratio(
        'ours in one buffer to passkit-generator, CPU',
        cpu('passkit-generator 3.6.1') / cpu('ours, one buffer'),
        50,
      ),
    ],
  }
}

async function oneByOne(work: () => void): Promise<Measured> {
  return measure(async (until) => {
    let done = 0
    for (; performance.now() < until; done++) work()
    return done
  })
}

async function inFlight(work: () => Promise<unknown>): Promise<Measured> {
  return measure(async (until) => {
    let done = 0
    const lane = async () => {
      for (; performance.now() < until; done++) await work()
    }
    await Promise.all(Array.from({ length: IN_FLIGHT }, lane))
    return done
  })
}

/** CPU time of the whole process, including the thread pool. */
async function measure(work: (until: number) => Promise<number>): Promise<Measured> {
  const cpu = process.cpuUsage()
  const startedAt = performance.now()
  const done = await work(startedAt + ROUND_MS)
  const { user, system } = process.cpuUsage(cpu)
  return { perSecond: (done * 1000) / (performance.now() - startedAt), cpuMs: (user + system) / 1000 / done }
}

function signInPool(bytes: Buffer, key: ReturnType<typeof createPrivateKey>): Promise<Buffer> {
  return new Promise((resolve, reject) =>
    sign('sha256', bytes, key, (error, signature) => (error ? reject(error) : resolve(signature))),
  )
}

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

/** A drawing with soft transitions, about as large as the pictures that businesses upload. */
function photo(slot: 'icon' | 'logo' | 'cover'): Promise<Buffer> {
  const { width, height } = IMAGE_SLOTS[slot]
  const dots = Array.from(
    { length: 60 },
    (_, index) =>
      `<circle cx="${(index * 7919) % width}" cy="${(index * 104729) % height}" ` +
      `r="${10 + ((index * 31) % 90)}" fill="hsl(${index * 47} 60% 50%)" opacity=".4"/>`,
  )
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <defs><linearGradient id="g" x2="1" y2="1">
      <stop stop-color="#7a2d10"/><stop offset="1" stop-color="#0d2b4a"/>
    </linearGradient></defs>
    <rect width="100%" height="100%" fill="url(#g)"/>${dots.join('')}</svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}

if (import.meta.main) print(await run())
