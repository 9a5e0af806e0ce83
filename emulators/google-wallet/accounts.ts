/** Names of the accounts whose phones have the cards. */
export const isAccount = (name: string | null | undefined): name is string =>
  /^[\w.@-]{1,80}$/.test(name ?? '') && !((name ?? '') in Object.prototype)

/** Names the account in which a browser is signed in. */
export const ACCOUNT_COOKIE = 'wallet_account'

export const signedInAccount = (cookie: string | undefined): string | undefined =>
  new RegExp(`(?:^|;\\s*)${ACCOUNT_COOKIE}=([^;]+)`).exec(cookie ?? '')?.[1]
