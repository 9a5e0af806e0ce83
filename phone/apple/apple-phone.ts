/** An iPhone's wallet without its screen: adds passes, listens for pushes, fetches changes, keeps notices. */
import type { PhoneLog } from '../log.ts'
import { type Outside, reachable } from '../outside.ts'
import { createStore, type Store } from '../store.ts'
import { openCourier } from './courier.ts'
import { downloadPass } from './download-pass.ts'
import type { KeptPass } from './kept-passes.ts'
import { PackageRefused } from './open-package.ts'
import { openPassShelf } from './pass-shelf.ts'
import { openPassUpdates } from './pass-updates.ts'
import { addNotices, type AppleState, type Notice, randomHex, servedPass } from './wallet-state.ts'
import { openWebService } from './web-service.ts'

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

export function startApplePhone(
  outside: Outside & { appleCourierUrl: string },
  log: PhoneLog,
  locale: () => string,
): ApplePhone {
  const device = createStore({ id: randomHex(16), tags: {} as Record<string, string> }, 'apple.device')
  const state = createStore<AppleState>({ isReady: false, passes: [], offered: null, refused: null, isUpdating: false })
  const notices = createStore<Notice[]>([], 'apple.notices')
  const reach = (url: string) => reachable(url, location.href, outside.publicUrl)
  const trustedRoot = () => fetchTrustedRoot(outside.testRootUrl, reach)
  const change = (patch: Partial<AppleState>) => state.set((old) => ({ ...old, ...patch }))
  const oneAtATime = openQueue()
  const shelf = openPassShelf(state)
  const service = openWebService(device.get().id, log, reach)
  const courier = openCourier({
    address: reach(outside.appleCourierUrl),
    token: createStore('', 'apple.push-token'),
    log,
    onPush: (topic) => void oneAtATime(() => updates.refresh(topic, false)),
    onNewAddress: () =>
      void oneAtATime(async () => {
        for (const pass of shelf.all()) await updates.register(pass.json)
        await updates.refreshAll()
      }),
  })
  const updates = openPassUpdates({
    shelf,
    service,
    log,
    device,
    trustedRoot,
    pushToken: courier.pushToken,
    locale,
    onChange: (pass, texts) => addNotices(notices, pass, texts),
  })

  async function download(url: string): Promise<void> {
    change({ refused: null, offered: null })
    const outcome = await downloadPass(url, { log, reach, trustedRoot, findPass: shelf.find })
    change(outcome)
    if (!('refused' in outcome)) return
    const { fault, detail } = outcome.refused
    log.write({ outcome: 'failed', word: `fault.${fault}`, values: { detail } })
  }

  async function answerOffer(add: boolean): Promise<string | null> {
    const { offered } = state.get()
    change({ offered: null })
    if (!offered || !add) return null
    await oneAtATime(async () => {
      await shelf.put(offered.pass, offered.bytes)
      log.write({ outcome: 'done', word: 'log.added', values: { name: offered.pass.json.organizationName } })
      await updates.register(offered.pass.json)
    })
    return offered.pass.id
  }

  async function remove(passId: string): Promise<void> {
    const pass = shelf.find(passId)
    await shelf.remove(passId)
    notices.set((old) => old.filter((notice) => notice.passId !== passId))
    const served = pass && servedPass(pass.json)
    if (served) await service.unregister(served)
  }

  async function update(passId: string): Promise<void> {
    const pass = shelf.find(passId)
    if (!pass) return
    change({ isUpdating: true })
    await updates.refresh(pass.json.passTypeIdentifier, true).finally(() => change({ isUpdating: false }))
  }

  void oneAtATime(async () => {
    await shelf.restore()
    change({ isReady: true })
    courier.listen()
    await updates.refreshAll()
  })

  return {
    state,
    notices,
    log,
    download: (url) => oneAtATime(() => download(url)),
    answerOffer,
    closeRefusal: () => change({ refused: null }),
    remove: (passId) => oneAtATime(() => remove(passId)),
    setAllowed: (passId, allowed) => oneAtATime(() => shelf.change(passId, allowed)),
    update: (passId) => oneAtATime(() => update(passId)),
  }
}

/** Runs one task at a time: two pushes must not compare with the same old pass. */
function openQueue(): <T>(task: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (task) => {
    const next = last.then(task, task)
    last = next.catch(() => undefined)
    return next
  }
}

/** @throws PackageRefused when the root certificate cannot be fetched */
async function fetchTrustedRoot(url: string, reach: (url: string) => string): Promise<string> {
  const response = await fetch(reach(url)).catch(() => null)
  if (!response?.ok) throw new PackageRefused('chain_untrusted', `${url} ${response?.status ?? ''}`)
  return response.text()
}
