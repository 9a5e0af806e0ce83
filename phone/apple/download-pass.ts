import { type PhoneLog, shortPath } from '../log.ts'
import { openPackage, PackageRefused } from './open-package.ts'
import { pictureUrls } from './picture-urls.ts'
import { type AppleState, idOf, type WalletPass } from './wallet-state.ts'

type Offered = NonNullable<AppleState['offered']>
type Refused = NonNullable<AppleState['refused']>

const PASS_TYPE = 'application/vnd.apple.pkpass'

type DownloadOptions = {
  log: PhoneLog
  reach: (url: string) => string
  /** The root certificate that passes are checked against, in PEM. */
  trustedRoot: () => Promise<string>
  /** The pass with this id, if the phone has it: what its owner allows stays. */
  findPass: (passId: string) => WalletPass | undefined
}

/** Fetches a .pkpass and checks it as an iPhone does. */
export async function downloadPass(
  url: string,
  { log, reach, trustedRoot, findPass }: DownloadOptions,
): Promise<{ offered: Offered } | { refused: Refused }> {
  const path = shortPath(url)
  const request = `GET ${path}`
  const response = await fetch(reach(url), { cache: 'no-store' }).catch(() => null)
  if (!response) return { refused: { fault: 'no_answer', detail: path } }
  const type = response.headers.get('content-type')?.split(';')[0] ?? ''
  const isPass = response.ok && type === PASS_TYPE
  log.write({ outcome: isPass ? 'done' : 'failed', word: 'log.download', request, status: response.status })
  if (!isPass) {
    const detail = response.ok ? `Content-Type: ${type}` : `HTTP ${response.status}`
    return { refused: { fault: 'not_a_pass', detail } }
  }
  const bytes = new Uint8Array(await response.arrayBuffer())
  try {
    const { json, files, signer } = await openPackage(bytes, { rootPem: await trustedRoot(), at: new Date() })
    log.write({ outcome: 'done', word: 'log.verified', values: { name: signer.name, files: String(files.size) } })
    const pass: WalletPass = {
      addedAt: Date.now(),
      allowNotifications: true,
      automaticUpdates: true,
      ...findPass(idOf(json)),
      id: idOf(json),
      json,
      pictures: pictureUrls(files),
      lastModified: response.headers.get('last-modified'),
    }
    return { offered: { pass, bytes } }
  } catch (error) {
    if (!(error instanceof PackageRefused)) throw error
    return { refused: { fault: error.fault, detail: error.message } }
  }
}
