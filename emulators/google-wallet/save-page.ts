/**
 * The page behind "Add to Google Wallet": checks the signed link, shows the card, adds it with one button. Works
 * without scripts.
 */
import { createPublicKey } from 'node:crypto'
import { jwtVerify } from 'jose'
import { barcodePath } from '../../card/barcode-path.ts'
import '../../card/every-code.ts'
import type { CodeType } from '../../contract/cards/design.ts'
import { escapeHtml, htmlDocument } from '../html.ts'
import type { CardView } from './card-view.ts'
import { refuseUnknownFields } from './published-fields.ts'
import type { GoogleWalletState, Resource } from './state.ts'
import { issuerOf, type KnownAccount } from './token.ts'
import { checkClass, checkObject, issuerIdOf } from './validation.ts'

/** The link cannot be used; `message` is for the person who opened it. */
export class LinkRefused extends Error {}

/**
 * Checks the link as Google does and stores the resources that it contains.
 * @returns the card's object
 */
export async function openSaveLink(
  token: string,
  state: GoogleWalletState,
  accounts: readonly KnownAccount[],
  nowMs: number,
): Promise<Resource> {
  const account = accounts.find(({ clientEmail }) => clientEmail === issuerOf(token))
  if (!account) throw new LinkRefused('The link was not signed by a known service account.')
  let claims: Record<string, unknown>
  try {
    const { payload } = await jwtVerify(token, createPublicKey(account.publicKeyPem), {
      algorithms: ['RS256'],
      audience: 'google',
      currentDate: new Date(nowMs),
      clockTolerance: 60,
    })
    claims = payload
  } catch {
    throw new LinkRefused('The signature of the link is not valid.')
  }
  if (claims['typ'] !== 'savetowallet') throw new LinkRefused('The link is not meant for saving a card.')
  const payload = claims['payload'] as { loyaltyClasses?: Resource[]; loyaltyObjects?: Resource[] } | undefined
  const named = payload?.loyaltyObjects?.[0]
  if (!named) throw new LinkRefused('The link names no card.')
  for (const { id } of [...(payload.loyaltyClasses ?? []), named]) {
    if (account.issuerIds && !account.issuerIds.includes(issuerIdOf(id)))
      throw new LinkRefused('The service account may not act for this issuer.')
  }
  storeCarried(payload.loyaltyClasses ?? [], named, state)
  const object = Object.hasOwn(state.objects, named.id) ? state.objects[named.id] : undefined
  if (!object) throw new LinkRefused('This card does not exist.')
  if (!/^active$/i.test(String(object['state']))) throw new LinkRefused('This card is no longer valid.')
  return object
}

/** A link may contain whole classes and objects instead of ids; what Google already has wins. */
function storeCarried(classes: Resource[], object: Resource, state: GoogleWalletState): void {
  try {
    refuseUnknownFields('LoyaltyObject', object)
    for (const one of classes) {
      refuseUnknownFields('LoyaltyClass', one)
      if (Object.hasOwn(state.classes, one.id)) continue
      checkClass(one, undefined)
      state.classes[one.id] = { ...one, reviewStatus: 'APPROVED', version: '1' }
    }
    if (!Object.hasOwn(state.objects, object.id) && object['state'] !== undefined) {
      checkObject(object, state)
      state.objects[object.id] = { ...object, hasUsers: false, version: '1' }
    }
  } catch (error) {
    throw new LinkRefused(error instanceof Error ? error.message : 'The card in the link is not valid.')
  }
}

export type SavePage = {
  view: CardView
  action: string
  assets: string
  isSaved: boolean
  account: string
  walletUrl: string | null
}

export function savePage({ view, action, assets, isSaved, account, walletUrl }: SavePage): string {
  const colours = new URLSearchParams({ background: view.background, ink: view.ink })
  const field = ({ label, value }: { label: string; value: string }) =>
    `<div class="field"><dt>${escapeHtml(label)}</dt><dd>${escapeHtml(value)}</dd></div>`
  const card = `
    <article class="card" aria-label="${escapeHtml(view.programName)}">
      <header>${
        view.logoUrl ? `<img class="logo" src="${escapeHtml(view.logoUrl)}" alt="">` : '<span class="logo"></span>'
      }<span>${escapeHtml(view.issuerName)}</span></header>
      <h2>${escapeHtml(view.programName)}</h2>
      ${view.rows.map((row) => `<dl class="row">${row.map(field).join('')}</dl>`).join('')}
      ${view.barcode ? barcode(view.barcode) : ''}
      ${view.heroUrl ? `<img class="hero" src="${escapeHtml(view.heroUrl)}" alt="">` : ''}
    </article>`
  const button = isSaved
    ? `<p class="done" role="status"><svg viewBox="0 0 24 24"
        aria-hidden="true"><path d="M5 12.5l4.5 4.5L19 7.5"/></svg>The card is in this wallet</p>
       ${walletUrl ? `<a class="button" href="${escapeHtml(walletUrl)}">Open the wallet</a>` : ''}`
    : `<form method="post" action="${escapeHtml(action)}"><button class="button" type="submit">Add to ` +
      'wallet</button></form>'
  return page(
    `${view.programName} · Google Wallet emulator`,
    assets,
    `
    <link rel="stylesheet" href="${assets}/card.css?${escapeHtml(colours.toString())}">`,
    `
    <p class="lead">${isSaved ? 'Saved' : 'Add this card to your wallet?'}</p>
    ${card}
    <div class="act">${button}<p class="who">Account: ${escapeHtml(account)}</p></div>`,
  )
}

const KINDS: Readonly<Record<string, CodeType>> = {
  CODE_128: 'code128',
  code128: 'code128',
  AZTEC: 'aztec',
  PDF_417: 'pdf417',
}

function barcode({ type, value, alt }: NonNullable<CardView['barcode']>): string {
  const kind = KINDS[type] ?? 'qr'
  const path = barcodePath(kind, value)
  const drawing =
    path &&
    `<svg class="${kind}" viewBox="0 0 ${path.width} ${path.height}" preserveAspectRatio="none" ` +
      `shape-rendering="crispEdges" role="img" aria-label="Barcode ${escapeHtml(value)}"><path ` +
      `fill-rule="evenodd" d="${path.d}"/></svg>`
  return `<div class="code">${drawing ?? ''}<span>${escapeHtml(alt || value)}</span></div>`
}

export function refusedPage(message: string, assets: string): string {
  return page(
    'Link not valid · Google Wallet emulator',
    assets,
    '',
    `
    <div class="refused"><h2>Something went wrong</h2><p>${escapeHtml(message)}</p>
      <p>Ask the shop for a new link.</p></div>`,
  )
}

function page(title: string, assets: string, head: string, body: string): string {
  return htmlDocument({
    title,
    head: `<link rel="stylesheet" href="${assets}/save-page.css">${head}`,
    body: `\n<main>\n<h1>Google Wallet <span>emulator</span></h1>${body}\n</main>`,
  })
}

/** The card's own colours as a stylesheet, so that pages need no inline style. Anything but a colour is ignored. */
export function cardColours(query: URLSearchParams): string {
  const colour = (name: string, otherwise: string) => {
    const value = query.get(name) ?? ''
    return /^#[0-9a-f]{3,6}$/i.test(value) ? value : otherwise
  }
  return `.card{background:${colour('background', '#1f4e5f')};color:${colour('ink', '#ffffff')}}\n`
}
