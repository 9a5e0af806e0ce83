/** The "Add to Google Wallet" link: a token signed by the service account that names a card Google already has. */
import { SignJWT } from 'jose'
import { readAccountKey, type ServiceAccount } from './access-token.ts'

/** Longer links are cut by some browsers (developers.google.com/wallet/retail/loyalty-cards/web). */
export const SAVE_LINK_MAX = 1_800

export type SaveLinkOptions = {
  /** `https://pay.google.com/gp/v/save` in production. */
  saveUrl: string
  account: ServiceAccount
  classId: string
  objectId: string
  /** Sites that may show the button; Google needs them only for its script button. */
  origins?: readonly string[]
  now?: Date
}

/**
 * The link only contains ids, so the object must have been inserted before.
 * @throws RangeError when the link is longer than 1 800 characters
 */
export async function saveLink(options: SaveLinkOptions): Promise<string> {
  const token = await new SignJWT({
    typ: 'savetowallet',
    origins: [...(options.origins ?? [])],
    payload: { loyaltyObjects: [{ id: options.objectId, classId: options.classId }] },
  })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
    .setIssuer(options.account.clientEmail)
    .setAudience('google')
    .setIssuedAt(Math.floor((options.now?.getTime() ?? Date.now()) / 1000))
    .sign(readAccountKey(options.account.privateKeyPem))
  const link = `${options.saveUrl.replace(/\/$/, '')}/${token}`
  if (link.length > SAVE_LINK_MAX)
    throw new RangeError(`the save link has ${link.length} characters, Google takes ${SAVE_LINK_MAX}`)
  return link
}
