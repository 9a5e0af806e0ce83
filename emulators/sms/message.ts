/** A text as the gateway keeps it. */
export type Sms = { id: string; to: string; from: string; text: string; at: string }
