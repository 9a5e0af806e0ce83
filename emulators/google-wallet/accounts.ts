/** Names of the accounts whose phones have the cards. */
export const isAccount = (name: string | null | undefined): name is string =>
  /^[\w.@-]{1,80}$/.test(name ?? '') && !((name ?? '') in Object.prototype)

/** The account in which a browser is signed in. */
export const signedInAccount = (cookie: string | undefined): string | undefined =>
  /(?:^|;\s*)wallet_account=([^;]+)/.exec(cookie ?? '')?.[1]
