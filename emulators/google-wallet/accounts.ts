/** Names of the accounts whose phones have the cards. */
export const isAccount = (name: string | null | undefined): name is string =>
  /^[\w.@-]{1,80}$/.test(name ?? '') && !((name ?? '') in Object.prototype)
