/** Purchases as a CRM has them: what every vendor's documents come down to. Plain values. */

export type Purchase = {
  /** The vendor's id of the document: the same document is the same purchase, however often it is read. */
  id: string
  kind: 'sale' | 'refund'
  /** Of a refund: the document of its sale, where the vendor tells it. */
  refundOf: string | null
  at: Date
  /** Minor units, above zero in both directions; null: the document has none. */
  amountMinor: number | null
  /** ISO 4217; null: the vendor does not tell it. */
  currency: string | null
  /** Who bought; null: nobody is named. */
  crmId: string | null
  /** Where and by whom it was sold, as far as it is known. */
  place: string
  /** Taken back as a whole, such as a receipt that was cancelled or a document that was deleted. */
  isVoid: boolean
}

/** A page of documents that are new or have changed. `next` is the cursor of the next page. */
export type Purchases = { purchases: Purchase[]; next: string; isEnd: boolean }

/**
 * Reads purchases since `cursor`, '' from the beginning, in the order in which they were changed; null: this system has
 * none. A document that cannot be read is left out and holds up no other. Asked again from an earlier place, it answers
 * the same documents as they are then.
 */
export type ReadPurchases = (cursor: string) => Promise<Purchases | null>
