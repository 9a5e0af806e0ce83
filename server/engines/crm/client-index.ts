/** Who has which phone in a system that cannot be searched by phone: kept here, brought up to date before a search. */

/** By which a client may be found. */
export type Indexed = { crmId: string; tel: string; cardNumber: string; person: { email?: string } }

export type ClientIndex = {
  /** How far the system was read, in the connector's own words; '' at first. */
  place(): Promise<string>
  /** Adds or replaces these, and the place, in one step. */
  keep(found: readonly Indexed[], place: string): Promise<void>
  /** Ids of those with the same phone, card number or email. */
  find(known: { tel: string; cardNumber: string; email: string }): Promise<string[]>
}
