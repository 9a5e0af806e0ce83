/** The number of a request: in its answer, its lines of the log, its jobs and the audit log. */

/** Those of nginx and Envoy fit; nothing that breaks a line, a page or a query does. */
const SAFE = /^[\w-]{8,40}$/

/** @param given `x-request-id` of a proxy or a program; another form is replaced */
export const requestIdOf = (given: string | string[] | undefined): string =>
  typeof given === 'string' && SAFE.test(given) ? given : crypto.randomUUID().slice(0, 13)
