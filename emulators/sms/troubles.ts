/** What an SMS gateway may answer instead of accepting a text, to be switched on one by one. */

export type SmsTroubles = {
  /** 21211 for everyone, or for numbers that begin with one of the texts. Numbers that end in 0000 are always bad. */
  badNumber: boolean | readonly string[]
  /** 20003: the keys are wrong. */
  auth: boolean
  /** 10001: the account is not active, as when it has no money left. */
  noFunds: boolean
  /** This many calls are answered 20429. */
  throttled: number
  status500: boolean
  /** Accepts the call and never answers. */
  hang: boolean
  /** Accepts the text and answers with a torn body. */
  brokenJson: boolean
  /** Accepts the text and breaks off. */
  lostAnswer: boolean
}

export type SmsRefusal = { status: number; code: number; message: string }

const TEXT_MAX = 1600

/** In the order in which the real one checks: keys, rate limit, fields. */
export function refusalOf(form: URLSearchParams, isKnown: boolean, troubles: SmsTroubles): SmsRefusal | null {
  if (!isKnown) return { status: 401, code: 20003, message: 'Authenticate' }
  if (troubles.noFunds) return { status: 400, code: 10001, message: 'Account is not active' }
  if (troubles.throttled > 0) return { status: 429, code: 20429, message: 'Too Many Requests' }
  if (troubles.status500) return { status: 500, code: 20500, message: 'An internal server error has occurred' }
  const [to, from, text] = [
    form.get('To') ?? '',
    form.get('From') ?? form.get('MessagingServiceSid') ?? '',
    form.get('Body') ?? '',
  ]
  if (to === '') return { status: 400, code: 21604, message: "A 'To' phone number is required." }
  if (from === '')
    return { status: 400, code: 21603, message: "A 'From' or 'MessagingServiceSid' parameter is required." }
  if (text === '') return { status: 400, code: 21602, message: 'Message body is required.' }
  if (text.length > TEXT_MAX)
    return { status: 400, code: 21617, message: 'The concatenated message body exceeds the 1600 character limit.' }
  const { badNumber } = troubles
  const isBad = typeof badNumber === 'boolean' ? badNumber : badNumber.some((start) => to.startsWith(start))
  if (isBad || !/^\+[1-9]\d{6,14}$/.test(to) || to.endsWith('0000'))
    return { status: 400, code: 21211, message: `Invalid 'To' Phone Number: ${to}` }
  return null
}
