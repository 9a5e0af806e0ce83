/** Reports errors of a page to the server, where the operator reads them in the log. */
import { faults } from '../../contract/platform/faults.ts'
import { Refused } from './refused.ts'
import { send } from './send.ts'
import { VERSION } from './version.ts'

/** A page that fails in a loop is reported once, and a broken page not forever. */
const REPORTS_MAX = 5
const reported = new Set<string>()

/** Refusals are shown on the page, and a call aborted by leaving is not an error. */
const isNoFault = (error: unknown) =>
  error instanceof Refused || (error instanceof DOMException && error.name === 'AbortError')

export function report(error: unknown): void {
  const message = (error instanceof Error ? `${error.name}: ${error.message}` : String(error)).trim().slice(0, 500)
  if (isNoFault(error) || message === '' || reported.has(message) || reported.size >= REPORTS_MAX) return
  reported.add(message)
  const stack = error instanceof Error ? (error.stack ?? '').slice(0, 8000) : ''
  const page = (location.hash.split('?')[0] ?? '').slice(1, 300)
  // A lost report is not reported.
  send(faults.reportFault, { body: { message, stack, page, version: VERSION } }).catch(() => undefined)
}

export function watchFaults(): void {
  addEventListener('error', (event) => report(event.error ?? event.message))
  addEventListener('unhandledrejection', (event) => report(event.reason))
}
