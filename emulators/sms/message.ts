/** A text as the gateway keeps it. `by`: the vendor of an account that took it; left out, the product's own. */
export type Sms = { id: string; to: string; from: string; text: string; at: string; by?: string }
