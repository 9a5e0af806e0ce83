import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmdirSync,
  rmSync,
  statfsSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { type Account, holdsFor, servantAccount } from './account.ts'
import { LaunchRefused } from './launch-refused.ts'

const dataOfRoot = '/var/lib/kartoteka'
const canWrite = 'test -w "$1" && test -x "$1"'
/** Linux allows 107 bytes for the whole socket path; `/.s.PGSQL.5432` and the random part have to fit too. */
const longestTempFolder = 60
const sharedMemory = '/dev/shm'
const gibibyte = 2 ** 30

/** Drafts of a cluster that an interrupted initdb left behind carry this prefix. */
export const draftPrefix = 'draft-'

/**
 * Makes sure the folder exists and belongs to the account PostgreSQL will run as.
 * The cluster itself lives in a subfolder named for the major version. Where root's account cannot reach the folder
 * (a checkout under /root), the data goes to /var/lib/kartoteka and the folder becomes a link to it.
 */
export function prepareDataFolder(dataDir: string, major: string): { folder: string; account: Account } {
  const path = resolve(dataDir)
  const folder = createFolder(path)
  const owner = statSync(folder)
  const account = accountOf(owner, folder)
  if (existsSync(join(folder, major))) return withinReach(folder, account)

  const strange = readdirSync(folder).find((name) => !name.startsWith(draftPrefix))
  if (strange)
    throw new LaunchRefused(
      `${folder} holds something else than data of PostgreSQL ${major} ("${strange}"): choose an empty folder`,
    )
  if (!account) return withinReach(folder, account)
  chownSync(folder, account.uid, account.gid)
  return withinReach(holdsFor(account, canWrite, folder) ? folder : moveWithinReach(path, account), account)
}

/**
 * A short, private folder for the socket; for the data of a throwaway server too, then in memory where there is plenty.
 */
export function makeTempFolder(account: Account, isForData: boolean): string {
  const memory = isForData && hasRoomInMemory() ? [sharedMemory] : []
  for (const parent of [...memory, tmpdir(), '/tmp', '/var/tmp']) {
    if (Buffer.byteLength(parent) > longestTempFolder || !holdsFor(account, canWrite, parent)) continue
    const folder = mkdtempSync(join(parent, 'kartoteka-'))
    if (account) chownSync(folder, account.uid, account.gid)
    return folder
  }
  throw new LaunchRefused(
    'No temporary folder can be written by the account PostgreSQL runs as: make /tmp writable for it',
  )
}

/** The folder of a socket once more, after its server has ended. Throws when somebody else has made it meanwhile. */
export function remakeFolder(folder: string, account: Account): void {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { mode: 0o700 })
  if (account) chownSync(folder, account.uid, account.gid)
}

/** Cloning a database creates some hundred files: 25 ms in memory, up to 600 ms on a slow disk. */
function hasRoomInMemory(): boolean {
  if (process.availableMemory() < 3 * gibibyte || !existsSync(sharedMemory)) return false
  const { bavail, bsize } = statfsSync(sharedMemory)
  return bavail * bsize > 2 * gibibyte
}

function withinReach(folder: string, account: Account): { folder: string; account: Account } {
  if (holdsFor(account, canWrite, folder)) return { folder, account }
  const who = account ? `user ${account.uid}, as whom PostgreSQL runs` : 'you'
  throw new LaunchRefused(`The data folder ${folder} cannot be entered by ${who}: open it and the folders above it`)
}

function createFolder(path: string): string {
  try {
    mkdirSync(dirname(path), { recursive: true })
    mkdirSync(path, { recursive: true, mode: 0o700 })
    return realpathSync(path)
  } catch (error) {
    throw new LaunchRefused(`The data folder ${path} cannot be made: ${(error as Error).message}`)
  }
}

function accountOf(owner: { uid: number; gid: number }, folder: string): Account {
  const ownUid = process.getuid?.()
  if (owner.uid === ownUid && ownUid !== 0) return null
  if (ownUid !== 0) {
    throw new LaunchRefused(
      `The data folder ${folder} belongs to another user (uid ${owner.uid}): start as that user or as root`,
    )
  }
  return owner.uid === 0 ? servantAccount() : { uid: owner.uid, gid: owner.gid }
}

function moveWithinReach(path: string, account: NonNullable<Account>): string {
  mkdirSync(dataOfRoot, { recursive: true, mode: 0o755 })
  const reachable = mkdtempSync(join(dataOfRoot, 'postgres-'))
  chownSync(reachable, account.uid, account.gid)
  try {
    rmdirSync(path)
    symlinkSync(reachable, path)
  } catch (error) {
    rmdirSync(reachable)
    // Another launch moved the same folder a moment ago: its target counts.
    if (!['ENOENT', 'ENOTDIR', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
  return realpathSync(path)
}
