/** The save link in a browser: shows the card, adds it to an account and redirects. */
import type { ServerResponse } from 'node:http'
import { isAccount } from './accounts.ts'
import { GoogleError, sendHtml } from './answers.ts'
import { cardView } from './card-view.ts'
import { LinkRefused, openSaveLink, refusedPage, savePage } from './save-page.ts'
import type { GoogleWalletState, Resource } from './state.ts'
import type { KnownAccount } from './token.ts'

type SaveWorld = {
  state: GoogleWalletState
  publicUrl: string
  serviceAccounts: readonly KnownAccount[]
  returnTo: string | undefined
  now: () => number
  addCard(account: string, objectId: string): void
}
/** `signedIn`: the account of the browser, for a link that names none. */
type SaveRequest = { method: string; token: string; query: URLSearchParams; signedIn: string | undefined }

export async function answerSaveLink(res: ServerResponse, request: SaveRequest, world: SaveWorld): Promise<void> {
  // A path, not an address: the browser may know this host by another name, and the policy only allows its own
  // origin.
  const assets = `${new URL(world.publicUrl).pathname.replace(/\/$/, '')}/gp/v`
  try {
    await openLink(res, request, world, assets)
  } catch (error) {
    if (!(error instanceof LinkRefused) && !(error instanceof GoogleError)) throw error
    sendHtml(res, 400, refusedPage(error.message, assets))
  }
}

async function openLink(
  res: ServerResponse,
  { method, token, query, signedIn }: SaveRequest,
  { state, publicUrl, serviceAccounts, returnTo, now, addCard }: SaveWorld,
  assets: string,
): Promise<void> {
  const wanted = query.get('account') ?? signedIn
  const account = isAccount(wanted) ? wanted : 'phone'
  const ownReturn = query.get('returnTo')
  const object = await openSaveLink(token, state, serviceAccounts, now())
  const back = returnAddress(publicUrl, ownReturn ?? returnTo, account, object.id)
  if (method === 'POST') addCard(account, object.id)
  if (method === 'POST' && back) return void res.writeHead(303, { location: back, 'cache-control': 'no-store' }).end()
  const view = cardView(state.classes[String(object['classId'])] as Resource, object)
  const isSaved = state.devices[account]?.[object.id] !== undefined
  const carried = new URLSearchParams({ account, ...(ownReturn ? { returnTo: ownReturn } : {}) })
  sendHtml(res, 200, savePage({ view, action: `?${carried.toString()}`, assets, isSaved, account, walletUrl: back }))
}

/** Only addresses on our own origin, so that the page is no open redirect. */
function returnAddress(
  publicUrl: string,
  template: string | undefined,
  account: string,
  objectId: string,
): string | null {
  if (!template) return null
  const filled = template
    .replaceAll('{account}', encodeURIComponent(account))
    .replaceAll('{objectId}', encodeURIComponent(objectId))
  const target = URL.canParse(filled, publicUrl) ? new URL(filled, publicUrl) : null
  return target?.origin === new URL(publicUrl).origin ? target.pathname + target.search + target.hash : null
}
