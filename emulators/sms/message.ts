/** A text as the gateway keeps it. `by`: the vendor that accepted it; left out: the product's own. */
export type Sms = { id: string; to: string; from: string; text: string; at: string; by?: string }
