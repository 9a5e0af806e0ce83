/**
 * An iPhone's wallet without its screen: adds passes, listens for pushes, fetches changes, and knows what to tell its
 * owner.
 */
import { type PhoneLog, shortPath } from '../log.ts'
import { type Outside, reachable } from '../outside.ts'
import { createStore, type Store } from '../store.ts'
import { changedFields, noticesOf } from './changes.ts'
import { openCourier } from './courier.ts'
import { dropPass, keepPass, type KeptPass, keptPasses } from './kept-passes.ts'
import { openPackage, PackageRefused, type PackageFault, type PassJson, readPackage } from './open-package.ts'
import { dropPictures, pictureUrls, type PictureUrls } from './picture-urls.ts'
import { openWebService, type ServedPass } from './web-service.ts'

export type WalletPass = Omit<KeptPass, 'bytes'> & { json: PassJson; pictures: PictureUrls }
export type Notice = { id: string; passId: string; title: string; body: string; at: number }
export type AppleState = {
  isReady: boolean
  passes: WalletPass[]
  offered: { pass: WalletPass; bytes: Uint8Array<ArrayBuffer> } | null
  refused: { fault: PackageFault | 'not_a_pass' | 'no_answer'; detail: string } | null
  isUpdating: boolean
}

export type ApplePhone = {
  state: Store<AppleState>
  notices: Store<Notice[]>
  log: PhoneLog
  /** Follows a link to a .pkpass: the pass is offered, or refused with the reason. */
  download(url: string): Promise<void>
  answerOffer(add: boolean): Promise<string | null>
  closeRefusal(): void
  remove(passId: string): Promise<void>
  setAllowed(passId: string, allowed: Partial<Pick<KeptPass, 'allowNotifications' | 'automaticUpdates'>>): Promise<void>
  update(passId: string): Promise<void>
}

const PASS_TYPE = 'application/vnd.apple.pkpass'
const NOTICES_MAX = 20
const OLD_PICTURES_MS = 2_000

export function startApplePhone(outside: Outside, log: PhoneLog, locale: () => string): ApplePhone {
  const device = createStore({ id: randomHex(16), tags: {} as Record<string, string> }, 'apple.device')
  const state = createStore<AppleState>({ isReady: false, passes: [], offered: null, refused: null, isUpdating: false })
  const notices = createStore<Notice[]>([], 'apple.notices')
  const reach = (url: string) => reachable(url, location.href, outside.publicUrl)
  const service = openWebService(device.get().id, log, reach)
  const bytesOf = new Map<string, Uint8Array<ArrayBuffer>>()
  let queue: Promise<unknown> = Promise.resolve()
  /** One thing at a time: two pushes must not read the same old pass. */
  const oneAtATime = <T>(act: () => Promise<T>): Promise<T> => {
    const turn = queue.then(act, act)
    queue = turn.catch(() => undefined)
    return turn
  }
  const courier = openCourier({
    address: reach(outside.appleCourierUrl),
    token: createStore('', 'apple.push-token'),
    log,
    onPush: (topic) => void oneAtATime(() => refresh(topic, false)),
    onNewAddress: () =>
      void oneAtATime(async () => {
        for (const pass of state.get().passes) await register(pass.json)
        await refreshAll()
      }),
  })
  const change = (patch: Partial<AppleState>) => state.set((old) => ({ ...old, ...patch }))
  const passOf = (id: string) => state.get().passes.find((pass) => pass.id === id)

  async function trustedRoot(): Promise<string> {
    const response = await fetch(reach(outside.testRootUrl)).catch(() => null)
    if (!response?.ok) throw new PackageRefused('chain_untrusted', `${outside.testRootUrl} ${response?.status ?? ''}`)
    return response.text()
  }

  async function download(url: string): Promise<void> {
    change({ refused: null, offered: null })
    const path = shortPath(url)
    const request = `GET ${path}`
    const response = await fetch(reach(url), { cache: 'no-store' }).catch(() => null)
    if (!response) return refuse('no_answer', path)
    const type = response.headers.get('content-type')?.split(';')[0] ?? ''
    const isPass = response.ok && type === PASS_TYPE
    log.write({ outcome: isPass ? 'done' : 'failed', word: 'log.download', request, status: response.status })
    if (!isPass) return refuse('not_a_pass', response.ok ? `Content-Type: ${type}` : `HTTP ${response.status}`)
    const bytes = new Uint8Array(await response.arrayBuffer())
    try {
      const { json, files, signer } = await openPackage(bytes, { rootPem: await trustedRoot(), at: new Date() })
      log.write({ outcome: 'done', word: 'log.verified', values: { name: signer.name, files: String(files.size) } })
      const pass: WalletPass = {
        addedAt: Date.now(),
        allowNotifications: true,
        automaticUpdates: true,
        ...passOf(idOf(json)),
        id: idOf(json),
        json,
        pictures: pictureUrls(files),
        lastModified: response.headers.get('last-modified'),
      }
      change({ offered: { pass, bytes } })
    } catch (error) {
      if (!(error instanceof PackageRefused)) throw error
      refuse(error.fault, error.message)
    }
  }

  function refuse(fault: NonNullable<AppleState['refused']>['fault'], detail: string): void {
    log.write({ outcome: 'failed', word: `fault.${fault}`, values: { detail } })
    change({ refused: { fault, detail } })
  }

  async function answerOffer(add: boolean): Promise<string | null> {
    const { offered } = state.get()
    change({ offered: null })
    if (!offered || !add) return null
    await oneAtATime(async () => {
      await put(offered.pass, offered.bytes)
      log.write({ outcome: 'done', word: 'log.added', values: { name: offered.pass.json.organizationName } })
      await register(offered.pass.json)
    })
    return offered.pass.id
  }

  async function put(pass: WalletPass, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    const { json: _json, pictures, ...kept } = pass
    const old = passOf(pass.id)?.pictures
    if (old && old !== pictures) setTimeout(() => dropPictures(old), OLD_PICTURES_MS)
    bytesOf.set(pass.id, bytes)
    await keepPass({ ...kept, bytes })
    state.set((old) => ({
      ...old,
      passes: old.passes.some((one) => one.id === pass.id)
        ? old.passes.map((one) => (one.id === pass.id ? pass : one))
        : [...old.passes, pass],
    }))
  }

  async function register(json: PassJson): Promise<void> {
    const served = servedPass(json)
    if (!served) return log.write({ outcome: 'note', word: 'log.no_service' })
    const pushToken = await courier.pushToken()
    if (pushToken !== '') await service.register(served, pushToken)
  }

  async function refreshAll(): Promise<void> {
    for (const passType of new Set(state.get().passes.map((pass) => pass.json.passTypeIdentifier)))
      await refresh(passType, false)
  }

  /** @param byHand the owner asked: passes with automatic updates off are asked for too */
  async function refresh(passType: string, byHand: boolean): Promise<void> {
    const passes = state
      .get()
      .passes.filter((pass) => pass.json.passTypeIdentifier === passType && (byHand || pass.automaticUpdates))
    for (const webServiceUrl of new Set(passes.map((pass) => servedPass(pass.json)?.webServiceUrl))) {
      if (webServiceUrl === undefined) continue
      const place = `${webServiceUrl} ${passType}`
      const listed = await service.listChanged({ webServiceUrl, passType }, device.get().tags[place] ?? null)
      if (listed === 'unknown_device') for (const pass of passes) await register(pass.json)
      if (typeof listed === 'string') continue
      for (const pass of passes) {
        const served = servedPass(pass.json)
        if (served?.webServiceUrl === webServiceUrl && listed.serialNumbers.includes(served.serial))
          await fetchFresh(pass, served)
      }
      device.set((old) => ({ ...old, tags: { ...old.tags, [place]: listed.lastUpdated } }))
    }
  }

  async function fetchFresh(pass: WalletPass, served: ServedPass): Promise<void> {
    const fetched = await service.fetchPass(served, pass.lastModified)
    if (typeof fetched === 'string') return
    try {
      const { json, files } = await openPackage(fetched.bytes, { rootPem: await trustedRoot(), at: new Date() })
      if (idOf(json) !== pass.id) throw new PackageRefused('pass_json_wrong', 'serialNumber')
      const changes = changedFields(pass.json, json, locale())
      const texts = noticesOf(changes)
      await put(
        { ...(passOf(pass.id) ?? pass), json, pictures: pictureUrls(files), lastModified: fetched.lastModified },
        fetched.bytes,
      )
      log.write({
        outcome: 'done',
        word: texts.length > 0 ? 'log.shown' : 'log.silent',
        values: { fields: changes.map((one) => one.key).join(', ') || '–' },
      })
      if (fetched.lastModified === null)
        await service.report(
          served.webServiceUrl,
          `Pass ${served.serial}: the server did not provide a 'last-modified' header`,
        )
      if (pass.allowNotifications) tell(pass.id, json.organizationName, texts)
    } catch (error) {
      if (!(error instanceof PackageRefused)) throw error
      log.write({ outcome: 'failed', word: `fault.${error.fault}`, values: { detail: error.message } })
      await service.report(
        served.webServiceUrl,
        `Get pass task for ${served.serial} encountered error: ${error.fault} (${error.message})`,
      )
    }
  }

  function tell(passId: string, title: string, texts: readonly string[]): void {
    const at = Date.now()
    const fresh = texts.map((body) => ({ id: randomHex(6), passId, title, body, at }))
    if (fresh.length > 0) notices.set((old) => [...fresh, ...old].slice(0, NOTICES_MAX))
  }

  async function wake(): Promise<void> {
    for (const { bytes, ...kept } of await keptPasses().catch(() => [])) {
      const opened = await readPackage(bytes).catch(() => null)
      if (!opened) continue
      bytesOf.set(kept.id, bytes)
      const pass = { ...kept, json: opened.json, pictures: pictureUrls(opened.files) }
      state.set((old) => ({ ...old, passes: [...old.passes, pass].sort((a, b) => a.addedAt - b.addedAt) }))
    }
    change({ isReady: true })
    courier.listen()
    await refreshAll()
  }
  void oneAtATime(wake)

  return {
    state,
    notices,
    log,
    download: (url) => oneAtATime(() => download(url)),
    answerOffer,
    closeRefusal: () => change({ refused: null }),
    remove: (passId) =>
      oneAtATime(async () => {
        const pass = passOf(passId)
        await dropPass(passId)
        bytesOf.delete(passId)
        state.set((old) => ({ ...old, passes: old.passes.filter((one) => one.id !== passId) }))
        notices.set((old) => old.filter((notice) => notice.passId !== passId))
        const served = pass && servedPass(pass.json)
        if (served) await service.unregister(served)
      }),
    setAllowed: (passId, allowed) =>
      oneAtATime(async () => {
        const pass = passOf(passId)
        const bytes = bytesOf.get(passId)
        if (pass && bytes) await put({ ...pass, ...allowed }, bytes)
      }),
    update: (passId) =>
      oneAtATime(async () => {
        const pass = passOf(passId)
        if (!pass) return
        change({ isUpdating: true })
        await refresh(pass.json.passTypeIdentifier, true).finally(() => change({ isUpdating: false }))
      }),
  }
}

const idOf = (json: PassJson) => `${json.passTypeIdentifier}/${json.serialNumber}`

function servedPass(json: PassJson): ServedPass | null {
  const { webServiceURL: webServiceUrl, authenticationToken: token } = json
  if (typeof webServiceUrl !== 'string' || typeof token !== 'string') return null
  return { webServiceUrl, token, passType: json.passTypeIdentifier, serial: json.serialNumber }
}

function randomHex(bytes: number): string {
  return [...crypto.getRandomValues(new Uint8Array(bytes))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
