/** Set when the browser's side is built (`vite.config.ts`). */
declare const __VERSION__: string

/** The release that this browser runs, `5.13.1`; it may be older than the server's until the page is reloaded. */
export const VERSION = __VERSION__
