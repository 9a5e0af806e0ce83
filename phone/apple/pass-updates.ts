/** Keeps the passes current: registers them with their web services, asks what has changed, and fetches it. */
import type { PhoneLog } from '../log.ts'
import type { Store } from '../store.ts'
import { changedFields, noticesOf } from './changes.ts'
import { openPackage, PackageRefused, type PassJson } from './open-package.ts'
import type { PassShelf } from './pass-shelf.ts'
import { pictureUrls } from './picture-urls.ts'
import { idOf, servedPass, type WalletPass } from './wallet-state.ts'
import type { Fetched, ServedPass, WebService } from './web-service.ts'

type UpdateOptions = {
  shelf: PassShelf
  service: WebService
  log: PhoneLog
  /** The last `lastUpdated` of each web service and pass type. */
  device: Store<{ id: string; tags: Record<string, string> }>
  trustedRoot: () => Promise<string>
  pushToken: () => Promise<string>
  locale: () => string
  onChange: (pass: WalletPass, texts: readonly string[]) => void
}

export type PassUpdates = {
  register(json: PassJson): Promise<void>
  refreshAll(): Promise<void>
  /** @param byHand the owner asked: includes passes whose automatic updates are off */
  refresh(passType: string, byHand: boolean): Promise<void>
}

export function openPassUpdates(options: UpdateOptions): PassUpdates {
  const { shelf, service, log, device, trustedRoot, locale } = options

  async function register(json: PassJson): Promise<void> {
    const served = servedPass(json)
    if (!served) return log.write({ outcome: 'note', word: 'log.no_service' })
    const pushToken = await options.pushToken()
    if (pushToken !== '') await service.register(served, pushToken)
  }

  async function refresh(passType: string, byHand: boolean): Promise<void> {
    const passes = shelf
      .all()
      .filter((pass) => pass.json.passTypeIdentifier === passType && (byHand || pass.automaticUpdates))
    for (const webServiceUrl of new Set(passes.map((pass) => servedPass(pass.json)?.webServiceUrl)))
      if (webServiceUrl !== undefined) await refreshFrom(webServiceUrl, passType, passes)
  }

  async function refreshFrom(webServiceUrl: string, passType: string, passes: readonly WalletPass[]): Promise<void> {
    const place = `${webServiceUrl} ${passType}`
    const listed = await service.listChanged({ webServiceUrl, passType }, device.get().tags[place] ?? null)
    if (listed === 'unknown_device') for (const pass of passes) await register(pass.json)
    if (typeof listed === 'string') return
    for (const pass of passes) {
      const served = servedPass(pass.json)
      if (served?.webServiceUrl === webServiceUrl && listed.serialNumbers.includes(served.serial))
        await fetchFresh(pass, served)
    }
    device.set((old) => ({ ...old, tags: { ...old.tags, [place]: listed.lastUpdated } }))
  }

  async function fetchFresh(pass: WalletPass, served: ServedPass): Promise<void> {
    const fetched = await service.fetchPass(served, pass.lastModified)
    if (typeof fetched === 'string') return
    try {
      await replace(pass, fetched)
      if (fetched.lastModified === null)
        await service.report(
          served.webServiceUrl,
          `Pass ${served.serial}: the server did not provide a 'last-modified' header`,
        )
    } catch (error) {
      if (!(error instanceof PackageRefused)) throw error
      log.write({ outcome: 'failed', word: `fault.${error.fault}`, values: { detail: error.message } })
      await service.report(
        served.webServiceUrl,
        `Get pass task for ${served.serial} encountered error: ${error.fault} (${error.message})`,
      )
    }
  }

  /** @throws PackageRefused when the new package is broken or is another pass */
  async function replace(pass: WalletPass, fetched: Exclude<Fetched, string>): Promise<void> {
    const { json, files } = await openPackage(fetched.bytes, { rootPem: await trustedRoot(), at: new Date() })
    if (idOf(json) !== pass.id) throw new PackageRefused('pass_json_wrong', 'serialNumber')
    const changes = changedFields(pass.json, json, locale())
    const texts = noticesOf(changes)
    const { lastModified } = fetched
    const replaced = { ...(shelf.find(pass.id) ?? pass), json, pictures: pictureUrls(files), lastModified }
    await shelf.put(replaced, fetched.bytes)
    log.write({
      outcome: 'done',
      word: texts.length > 0 ? 'log.shown' : 'log.silent',
      values: { fields: changes.map((one) => one.key).join(', ') || '–' },
    })
    if (pass.allowNotifications) options.onChange(replaced, texts)
  }

  return {
    register,
    refresh,
    async refreshAll() {
      for (const passType of new Set(shelf.all().map((pass) => pass.json.passTypeIdentifier)))
        await refresh(passType, false)
    },
  }
}
