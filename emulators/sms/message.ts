/**
 * A text as the gateway keeps it. `by`: the vendor that accepted it; left out: the product's own. `request`: texts that
 * came in one request share it. `reference`: the sender's own id of the text.
 */
export type Sms = {
  id: string
  to: string
  from: string
  text: string
  at: string
  by?: string
  request?: string
  reference?: string
}
