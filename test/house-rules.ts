/** Who may import whom, as data. A rule names files and what they may import, or must not. */
import { circlesOf, importsOf, type Import, type Tree } from './imports.ts'

type Rule = {
  say: string
  from: RegExp
  /** Nothing else may be imported. */
  only?: RegExp
  never?: RegExp
  /** Imports of types alone are free. */
  isTypeFree?: boolean
  /** Applies to tests too. */
  evenTests?: boolean
}

const OUTBOUND = 'the server makes requests by its outbound client and the line to Apple alone'
const MAKES_NO_REQUESTS =
  /^server\/(?!base\/outbound\/(outbound|pinned)\.ts$|engines\/wallet\/apple\/apns-session\.ts$)/
const CALLS_FETCH = /(?<![.\w])(?:globalThis\.)?fetch\(/

const BUILD_OF_PAGES = /^pages\/vite\.pages\.ts$/

export const RULES: readonly Rule[] = [
  { say: 'the contract imports nobody but zod', from: /^contract\//, only: /^contract\/|^package:zod$/ },
  {
    say: 'words import nobody but limits and figures of the contract',
    from: /^words\//,
    only: /^words\/|^contract\/(limits|figures)\.ts$|^package:i18next$|^node:/,
  },
  {
    say: 'all words in one import are for the server and the public pages it renders',
    from: /^(web|phone|card)\//,
    never: /^words\/say\.ts$/,
  },
  {
    say: 'a card imports the contract, React and the encoder of rare codes, no more',
    from: /^card\//,
    only: /^card\/|^contract\/|^package:(react(-dom)?|bwip-js)$/,
  },
  {
    say: "the browser's side never sees the server",
    from: /^(web|pages|phone|card)\//,
    never: /^(server|db|scripts)\//,
    evenTests: true,
  },
  { say: "the browser's side knows no emulator", from: /^(web|pages|phone|card)\//, never: /^emulators\// },
  { say: "the browser's side has no Node under it", from: /^(web|pages|phone)\//, never: /^node:/ },
  { say: 'web, pages and phone are three programs', from: /^web\//, never: /^(pages|phone)\// },
  { say: 'web, pages and phone are three programs', from: /^pages\//, never: /^(web|phone)\// },
  { say: 'web, pages and phone are three programs', from: /^phone\//, never: /^(web|pages)\// },
  {
    say: "the server never sees the browser's side",
    from: /^server\/(?!reach\/issuing\/)/,
    never: /^(web|pages|phone)\//,
    evenTests: true,
  },
  {
    say: 'issuing imports only types of the public pages',
    from: /^server\/reach\/issuing\//,
    never: /^(web|pages|phone)\//,
    isTypeFree: true,
    evenTests: true,
  },
  {
    say: 'the server never knows that the outside world is emulated',
    from: /^server\/(?!engines\/crm\/[\w-]+\/emulator\/)/,
    never: /^(emulators|db|scripts|test|bench)\/|^server\/engines\/crm\/[\w-]+\/emulator\//,
  },
  { say: 'base knows no room', from: /^server\/base\//, only: /^(server\/base|contract|words)\/|^node:|^package:/ },
  {
    say: 'an engine knows base, the contract and the card, no room',
    from: /^server\/engines\/(?!crm\/[\w-]+\/emulator\/)/,
    only: /^(server\/(base|engines)|contract|card)\/|^node:|^package:/,
  },
  { say: OUTBOUND, from: MAKES_NO_REQUESTS, never: /^package:undici$|^node:(http|https|http2|tls)$/, isTypeFree: true },
  {
    say: 'an emulator speaks over the wire, it shares no code with the server',
    from: /^(emulators\/|server\/engines\/crm\/[\w-]+\/emulator\/)/,
    never: /^(server\/(?!engines\/crm\/[\w-]+\/emulator\/)|db\/|web\/|pages\/|phone\/)/,
  },
  {
    say: 'base and parts of the cabinet know no room',
    from: /^web\/(base|parts)\//,
    only: /^(web\/(base|parts)|contract|words|card)\/|^package:/,
  },
]

const ROOM_LIST = /^server\/rooms\.ts$/
const ABOVE_FINANCE = /^server\/business\/(payments|bills)\//
const WEB_SERVER = /^server\/web-server\.ts$/

/** Files beside a room's door that others open on purpose. */
export const SUB_DOORS: readonly { file: string; openedBy: RegExp; why: string }[] = [
  {
    file: 'server/platform/keys/document.ts',
    openedBy: WEB_SERVER,
    why: 'hangs the address of the API document, which is no call of the contract',
  },
  {
    file: 'server/platform/users/step-up.ts',
    openedBy: /^server\//,
    why: 'the password once more, for rooms whose calls must not be made at an open screen',
  },
  { file: 'server/people/clients/from-crm.ts', openedBy: /^server\/reach\/holders\//, why: 'a type: what a CRM knows' },
  { file: 'server/people/clients/import-change.ts', openedBy: /^server\/people\/imports\//, why: 'pure: a change' },
  { file: 'server/people/exports/write.ts', openedBy: ROOM_LIST, why: 'two jobs with much of their own' },
  {
    file: 'server/people/forms/entry.ts',
    openedBy: /^server\/reach\/issuing\//,
    why: 'checks one entry of a form; pure, and the form room itself never needs it',
  },
  { file: 'server/reach/issuing/serve.ts', openedBy: WEB_SERVER, why: 'hangs the public addresses' },
  {
    file: 'server/platform/notifications/stream.ts',
    openedBy: WEB_SERVER,
    why: 'hangs the live line, which is no call of the contract: it never ends',
  },
  {
    file: 'server/reach/passes/web-service.ts',
    openedBy: WEB_SERVER,
    why: "hangs the phones' addresses, which are no calls of the contract",
  },
  { file: 'server/reach/passes/certificate-change.ts', openedBy: ROOM_LIST, why: 'a large job' },
  { file: 'server/reach/passes/follow-default.ts', openedBy: ROOM_LIST, why: 'a large job' },
  {
    file: 'server/reach/passes/update-cards.ts',
    openedBy: /^server\/(rooms\.ts|composed\/templates\/calls\.ts|reach\/pushes\/(pushes|reply|switch)\.ts)$/,
    why: 'two jobs; the templates room answers how far it is, pushes that are switched ask for it',
  },
  {
    file: 'server/platform/support/inbox.ts',
    openedBy: /^(server\/business\/operator\/|db\/demo-support\.ts$)/,
    why: "the operator's side of conversations; the person's side never needs it",
  },
  { file: 'server/business/finance/top-ups.ts', openedBy: ABOVE_FINANCE, why: 'what was paid; built on the door' },
  { file: 'server/business/finance/refunds.ts', openedBy: ABOVE_FINANCE, why: 'what was given back; as well' },
  { file: 'server/business/integration/serve-hooks.ts', openedBy: WEB_SERVER, why: 'hangs an address that is no call' },
  { file: 'server/reach/telegram/serve-updates.ts', openedBy: WEB_SERVER, why: 'hangs an address that is no call' },
  { file: 'server/business/integration/serve-tills.ts', openedBy: WEB_SERVER, why: 'hangs an address that is no call' },
  { file: 'server/business/payments/serve-payments.ts', openedBy: WEB_SERVER, why: 'hangs an address that is no call' },
  {
    file: 'server/business/operator/serve-outside.ts',
    openedBy: /^(server\/(main|web-server)|scripts\/run\/\w+)\.ts$/,
    why: 'hangs the pages of the emulated outside world, which are no calls of the contract',
  },
  { file: 'server/business/operator/outside.ts', openedBy: /^server\/main\.ts$/, why: 'the link that a start prints' },
  { file: 'server/reach/pushes/announce.ts', openedBy: ROOM_LIST, why: 'a job: the room of cards does the work' },
  { file: 'server/reach/pushes/audience.ts', openedBy: ROOM_LIST, why: 'a job with much of its own' },
  { file: 'server/reach/pushes/send.ts', openedBy: ROOM_LIST, why: 'a job with much of its own' },
  { file: 'server/reach/pushes/send-to-chats.ts', openedBy: ROOM_LIST, why: 'a job with much of its own' },
  { file: 'server/reach/pushes/send-message.ts', openedBy: ROOM_LIST, why: 'a job with much of its own' },
  { file: 'server/reach/pushes/retry.ts', openedBy: ROOM_LIST, why: 'two jobs with much of their own' },
  { file: 'server/reach/pushes/end.ts', openedBy: ROOM_LIST, why: 'a job with much of its own' },
  { file: 'server/reach/pushes/scheduled.ts', openedBy: ROOM_LIST, why: 'two jobs with much of their own' },
]

/** Above all rooms: their list, the web server, start and stop. */
const COMPOSITION = /^server\/[^/]+\.ts$/
const isTest = (file: string) => /\.test\.tsx?$/.test(file)
/** Groups of rooms, lowest first, and their rooms. A room imports only rooms before it and those of earlier groups. */
export const ORDER = [
  ['platform', 'users cabinets emails access notifications files codes keys support faults'],
  ['cards', 'certificates issuers variables templates places'],
  ['people', 'verification growth figures forms clients segments exports imports'],
  ['reach', 'passes holders purchases marketplace telegram preorders reminders issuing pushes triggers bulk-edits'],
  ['business', 'poll integration hooks partner finance payments bills payouts activity dashboard operator'],
  [
    'composed',
    'users cabinets certificates issuers verification variables templates clients forms growth hooks holders ' +
      'segments exports imports bulk-edits purchases marketplace pushes jobs',
  ],
] as const
const GROUPS = ORDER.map(([group]) => group)
/** `group/room` of all rooms, lowest first. */
export const ROOMS_IN_ORDER: readonly string[] = ORDER.flatMap(([group, rooms]) =>
  rooms.split(' ').map((room) => `${group}/${room}`),
)
/** Files under `server/` that are in no room. */
const NO_ROOM = /^server\/(base\/|engines\/|[^/]+$)/
/** `group/room` of a file; undefined for what is no room. */
const roomOf = (side: 'server' | 'web', file: string) =>
  new RegExp(`^${side}/((?:${GROUPS.join('|')})/[^/]+)/`).exec(file)?.[1]

/** Verbs that write clients: the caller must update the card, so only the holders room calls them. */
const CLIENT_WRITES = 'server/people/clients/change-sql.ts'
const WRITERS = 'server/people/clients/(?:amounts|change|create|erase|from-form|from-import|merge|requests)\\.ts'
const GUARDED: readonly { file: RegExp; openedBy: RegExp; say: string }[] = [
  {
    file: new RegExp(`^${WRITERS}$`),
    openedBy: new RegExp(`^(?:server/reach/holders/holders\\.ts|${WRITERS})$`),
    say: 'only holders changes a client, because the card has to follow',
  },
  {
    file: /^server\/people\/clients\/change-sql\.ts$/,
    openedBy: new RegExp(`^(?:${WRITERS}|server/people/clients/(?:erase-sql|past)\\.ts)$`),
    say: 'only the verbs that change a client use the SQL that writes one',
  },
]
const BUILT_WRITE = /(insertInto|updateTable|deleteFrom|mergeInto)\(\s*'clients( |')/
const RAW_WRITE = /(insert\s+into|update|delete\s+from|merge\s+into)\s+clients\s+(set|where|as|using|\()/
const WRITES_CLIENTS = new RegExp(`${BUILT_WRITE.source}|${RAW_WRITE.source}`, 'i')

/** SQL that writes a client anywhere else would leave the card behind. */
function writesOfClients(tree: Tree): string[] {
  return [...tree]
    .filter(
      ([file, text]) =>
        file.startsWith('server/') && !isTest(file) && file !== CLIENT_WRITES && WRITES_CLIENTS.test(text),
    )
    .map(([file]) => `only ${CLIENT_WRITES} writes clients: ${file}`)
}

/** A room asks only rooms below it, all its files included. */
function upwards({ from, to }: Import): string | undefined {
  const [asking, asked] = [roomOf('server', from), roomOf('server', to)]
  if (isTest(from) || asking === undefined || asked === undefined || asking === asked) return undefined
  return ROOMS_IN_ORDER.indexOf(asked) < ROOMS_IN_ORDER.indexOf(asking) ? undefined : 'a room asks only rooms below it'
}

/** Files of the server that are in no room of the order. */
function withoutPlace(tree: Tree): string[] {
  const isPlaced = (file: string) => NO_ROOM.test(file) || ROOMS_IN_ORDER.includes(roomOf('server', file) ?? '')
  return [...tree.keys()]
    .filter((file) => file.startsWith('server/') && !isPlaced(file))
    .map((file) => `every room has a place in the order: ${file} has none`)
}

/** Another room only by its door; only the list of rooms opens what answers calls and does jobs. */
function pastTheDoor({ from, to }: Import): string | undefined {
  if (/^(test|bench)\//.test(from) || isTest(from)) return undefined
  const guarded = GUARDED.find((one) => one.file.test(to))
  if (guarded) return guarded.openedBy.test(from) ? undefined : guarded.say
  for (const side of ['server', 'web'] as const) {
    const room = roomOf(side, to)
    if (room === undefined || roomOf(side, from) === room) continue
    if (side === 'web') {
      if (
        /^web\/([^/]+|.+\/routes\.ts)$/.test(from) ||
        to === `web/${room}/data.ts` ||
        to === `web/${room}/sections.ts`
      )
        continue
      return 'another room of the cabinet only by its data.ts or its list of sections'
    }
    if (new RegExp(`^server/${room}/(calls|jobs)\\.ts$`).test(to)) {
      if (ROOM_LIST.test(from)) continue
      return 'only the list of rooms opens calls and jobs'
    }
    // Verbs that write a past are for the demo alone.
    if (to.endsWith('/past.ts') && from.startsWith('db/demo-')) continue
    if (
      to === `server/${room}/${room.split('/').at(-1)}.ts` ||
      SUB_DOORS.some((one) => one.file === to && one.openedBy.test(from))
    )
      continue
    return 'another room of the server only by its door'
  }
  return COMPOSITION.test(to) && !COMPOSITION.test(from) && !/^(scripts|test)\//.test(from)
    ? 'nobody below main imports main'
    : undefined
}

function breaks(rule: Rule, { from, to, isType }: Import): boolean {
  if (!rule.from.test(from) || BUILD_OF_PAGES.test(from)) return false
  if (isTest(from) && !rule.evenTests) return false
  if (rule.isTypeFree && isType) return false
  return (rule.only !== undefined && !rule.only.test(to)) || rule.never?.test(to) === true
}

/** Little stores beside React are made by one function, which knows how to subscribe. */
function handWrittenStores(tree: Tree): string[] {
  return [...tree]
    .filter(([file, text]) => /^web\/(?!base\/store\.ts$)/.test(file) && text.includes('useSyncExternalStore'))
    .map(([file]) => `a store of the back office is made by createStore: ${file} subscribes by hand`)
}

/** One readable line per violation; none when all rules are kept. */
export function violationsOf(tree: Tree): string[] {
  const imports = [...tree].flatMap(([file, text]) => importsOf(file, text))
  const lines = imports.flatMap((one) => {
    const broken = RULES.filter((rule) => breaks(rule, one)).map((rule) => rule.say)
    const more = [pastTheDoor(one), upwards(one)].filter((say) => say !== undefined)
    return [...new Set([...broken, ...more])].map((say) => `${say}: ${one.from} imports ${one.to}`)
  })
  const requests = [...tree]
    .filter(([file, text]) => MAKES_NO_REQUESTS.test(file) && !isTest(file) && CALLS_FETCH.test(text))
    .map(([file]) => `${OUTBOUND}: ${file} calls fetch`)
  const circles = circlesOf(imports.filter(({ from, to }) => !isTest(from) && tree.has(to)))
  return [
    ...lines,
    ...requests,
    ...handWrittenStores(tree),
    ...withoutPlace(tree),
    ...writesOfClients(tree),
    ...circles.map((circle) => `no circles: ${circle}`),
  ]
}
