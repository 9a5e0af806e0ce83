/** What may go wrong with a CRM: three kinds, because three reactions follow. */

import type { RefusalReason } from '../../../contract/business/crm-sync.ts'

export type Fault =
  | 'no_ssl'
  | 'ssl_unverifiable'
  | 'not_found'
  | 'wrong_login'
  | 'wrong_program'
  | 'wrong_credentials'
  /** The owner's consent is over, and only the owner can give another one. */
  | 'connect_anew'

/** Nothing will work until somebody changes a setting: stop and notify. */
export class Misconfigured extends Error {
  readonly fault: Fault
  /** The field of the settings that is wrong. */
  readonly field: string
  constructor(fault: Fault, field: string, detail = '') {
    super(`${fault} (${field})${detail && `: ${detail}`}`)
    this.fault = fault
    this.field = field
  }
}

/** It may work later: wait and try again, then notify. */
export class Unreachable extends Error {
  /** `unknown_host`: there is no such name; `unreadable`: a server answered, but not this system. */
  readonly reason: 'unknown_host' | 'connection_lost' | 'throttled' | 'down' | 'unreadable'
  /** The request may have been carried out. */
  readonly mayHaveArrived: boolean
  readonly retryAfterMs: number | undefined
  constructor(
    reason: Unreachable['reason'],
    options: { mayHaveArrived?: boolean; retryAfterMs?: number | undefined; detail?: string } = {},
  ) {
    super(`${reason}${options.detail ? `: ${options.detail}` : ''}`)
    this.reason = reason
    this.mayHaveArrived = options.mayHaveArrived ?? false
    this.retryAfterMs = options.retryAfterMs
  }
}

/** The system refuses this one client and accepts others. */
export class Rejected extends Error {
  /** What it means, where the system names it by a code that is known. */
  readonly reason: RefusalReason | undefined
  constructor(words: string, reason?: RefusalReason) {
    super(words)
    this.reason = reason
  }
}
