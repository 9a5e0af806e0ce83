/** PostgreSQL on a small disk of its own that becomes full under load, where this machine lets us make one. */
import { spawnSync } from 'node:child_process'
import { appendFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { build } from '../scripts/build.ts'
import { clearTrial, freshFolder } from '../scripts/postgres/launch-trial.ts'
import { expectAllThere, expectNothingHalfMade, openBusiness } from './after-load.ts'
import { type Installation, openKillable } from './killable.ts'
import { newLedger, runMixedLoad } from './mixed-load.ts'
import { clearProcesses, demoPasswordIn } from './processes.ts'
import { until } from './until.ts'

const SIZE = '400m'

/** A command that runs the next one with a small disk in a folder, seen by nobody else. */
const withSmallDisk = (folder: string) => [
  'unshare',
  '--mount',
  'sh',
  '-c',
  'mount -t tmpfs -o size="$0",mode=755 tmpfs "$1" && shift && exec "$@"',
  SIZE,
  folder,
]

const mayMount =
  process.platform === 'linux' && spawnSync('unshare', withSmallDisk('/mnt').slice(1).concat('true')).status === 0

afterAll(async () => {
  await clearProcesses()
  await clearTrial()
})

/** Leaves no byte free. @returns the file that fills the disk, seen from here */
function fill(now: Installation, folder: string): string {
  const ballast = `/proc/${now.postgresPid}/root${folder}/ballast`
  writeFileSync(ballast, '')
  for (let size = 2 ** 24; size >= 1; size = Math.floor(size / 4))
    for (;;)
      try {
        appendFileSync(ballast, Buffer.alloc(size, 1))
      } catch {
        break
      }
  return ballast
}

test.skipIf(!mayMount)('writes are refused while the disk is full, and all goes on when there is room', async () => {
  await build()
  const folder = freshFolder()
  const disk = dirname(folder)
  const installation = await openKillable(folder, withSmallDisk(disk))
  const now = await installation.start()
  const business = await openBusiness(now, demoPasswordIn(installation.webFolder))
  const ledger = newLedger()
  let isOver = false
  const load = runMixedLoad(business, ledger, () => isOver)
  await until(() => ledger.count >= 20, 'writes are acknowledged')
  const ballast = fill(now, disk)
  await until(() => ledger.refused > 5, 'writes are refused')
  rmSync(ballast)
  const from = ledger.count
  await until(() => ledger.count > from + 20, 'writes are acknowledged again')
  isOver = true
  await load
  await until(
    async () => (await now.query('select from push_runs where ended_at is null or waiting > 0')).length === 0,
    'the pushes end',
  )
  await expectNothingHalfMade(now)
  await expectAllThere(now, business, ledger)
  expect(ledger.odd).toEqual([])
})
