/**
 * Brings node_modules in line with package-lock.json before `npm start` and `npm test`: plain JavaScript, because it
 * runs on whatever Node the machine has. The project's own Node arrives with the packages.
 */
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { homedir, tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const modules = join(root, 'node_modules')
const stamp = join(modules, '.installed-lock')
const lockFile = readFileSync(join(root, 'package-lock.json'))
const lockHash = createHash('sha256').update(`${process.platform}-${process.arch}\n`).update(lockFile).digest('hex')

if (!isInstalled()) await install()

/**
 * The stamp says which lock was installed here; without one, npm's own record of the tree is compared entry by entry.
 */
function isInstalled() {
  if (existsSync(stamp)) return readFileSync(stamp, 'utf8') === lockHash
  const record = join(modules, '.package-lock.json')
  if (!existsSync(record)) return false
  const wanted = JSON.parse(lockFile.toString()).packages
  const present = JSON.parse(readFileSync(record, 'utf8')).packages
  const isSame = Object.entries(wanted).every(
    ([path, entry]) =>
      path === '' || (present[path] ? present[path].version === entry.version : entry.optional === true),
  )
  if (isSame && hasOwnNode()) leaveStamp()
  return existsSync(stamp)
}

async function install() {
  const release = await takeTurn()
  try {
    if (isInstalled()) return
    const startedAt = Date.now()
    console.log('Installing packages from package-lock.json …')
    const { code, complaints } = await runNpm(['ci', '--no-audit', '--no-fund', '--loglevel=error'])
    if (code !== 0) fail(`Packages could not be installed (npm ci ended with ${code}).`, complaints)
    if (!hasOwnNode())
      fail(
        `The packages bring no Node that runs on ${process.platform}-${process.arch}; Linux with glibc ` +
          'on x64 or arm64 is needed, and its libatomic (on Debian: apt install libatomic1).',
        runOwnNode().stderr ?? '',
      )
    leaveStamp()
    console.log(`Packages are installed (${Math.round((Date.now() - startedAt) / 1000)} s).`)
  } finally {
    release()
  }
}

/**
 * One installation at a time: the lock is a socket name of the folder in Linux' abstract namespace, which the kernel
 * frees with its process, so an interrupted installation blocks nobody.
 */
async function takeTurn() {
  const { dev, ino } = statSync(root, { bigint: true })
  let hasSaidSo = false
  for (;;) {
    const server = createServer()
    const isFree = await new Promise((resolve) => {
      server.once('error', () => resolve(false))
      server.listen(`\0kartoteka-setup-${dev}-${ino}`, () => resolve(true))
    })
    if (isFree) return () => server.close()
    if (!hasSaidSo) console.log('Waiting for another installation in this folder …')
    hasSaidSo = true
    await sleep(200)
  }
}

/** npm runs on the machine's Node, not on the one in node_modules that it is about to replace. */
function runNpm(args) {
  const path = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !folder.startsWith(modules))
    .join(delimiter)
  const { npm_execpath: npm, npm_node_execpath: node } = process.env
  const isUnderNpm = npm && node && /npm-cli\.[cm]?js$/.test(npm) && !node.startsWith(modules)
  const [command, ...first] = isUnderNpm ? [node, npm] : ['npm']
  return new Promise((resolve) => {
    const child = spawn(command, [...first, ...args], {
      cwd: root,
      // Before version 11, npm runs scripts that allowScripts of package.json forbids: this one reports installations.
      env: { SCARF_ANALYTICS: 'false', ...process.env, ...cacheElsewhere(), PATH: path },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let complaints = ''
    child.stderr.on('data', (chunk) => (complaints += chunk))
    child.once('error', (error) => resolve({ code: 127, complaints: error.message }))
    child.once('close', (code) => resolve({ code, complaints }))
  })
}

/** Users without a home folder (nobody, some service accounts) get a cache in the temporary folder. */
function cacheElsewhere() {
  const home = process.env.HOME ?? homedir()
  if (process.env.npm_config_cache && isWritable(process.env.npm_config_cache)) return {}
  if (isWritable(join(home, '.npm')) || (!existsSync(join(home, '.npm')) && isWritable(home))) return {}
  return { npm_config_cache: join(tmpdir(), `kartoteka-npm-cache-${process.getuid?.() ?? 0}`) }
}

function isWritable(folder) {
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}

function runOwnNode() {
  return spawnSync(join(modules, '.bin', 'node'), ['--version'], { encoding: 'utf8' })
}

function hasOwnNode() {
  linkOwnNode()
  const { status, stdout } = runOwnNode()
  return status === 0 && stdout.startsWith('v26.')
}

/** Before version 11, npm takes this link away with the package of the other processor: both bring a "node". */
function linkOwnNode() {
  const target = join('..', `node-linux-${process.arch}`, 'bin', 'node')
  const folder = join(modules, '.bin')
  if (process.platform !== 'linux' || existsSync(join(folder, 'node')) || !existsSync(join(folder, target))) return
  try {
    symlinkSync(target, join(folder, 'node'))
  } catch (error) {
    // Another process was first.
    if (error.code !== 'EEXIST') throw error
  }
}

function leaveStamp() {
  mkdirSync(modules, { recursive: true })
  writeFileSync(stamp, lockHash)
}

/** Addresses of registries and proxies are nobody's business in a log. */
function fail(sentence, details = '') {
  const text = details
    .replaceAll(/\b[a-z+]+:\/\/[^\s/'"]+/g, '(registry)')
    .replaceAll(/\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EHOSTUNREACH) [^\s'",]+/g, '$1 (registry)')
    .trim()
  console.error([sentence, text].filter(Boolean).join('\n'))
  process.exit(1)
}
