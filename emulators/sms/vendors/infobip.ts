import { at, bearer, type Vendor } from './vendor.ts'

const REJECTED = {
  no_funds: 'REJECTED_NOT_ENOUGH_CREDITS',
  bad_phone: 'REJECTED_DESTINATION',
  sender_not_allowed: 'REJECTED_SENDER',
  text_forbidden: 'REJECTED_CONTENT',
  duplicate: 'REJECTED_FLOODING_FILTER',
  blocked: 'REJECTED_ACCOUNT_SUSPENDED',
} as const

export const infobip: Vendor = {
  name: 'Infobip',
  account: { login: 'emulated', apiKey: 'emulated-key', sender: 'COFFEE' },
  read({ method, path, json }) {
    if (path === '/account/1/balance') return { kind: 'balance' }
    if (path !== '/sms/3/messages' || method !== 'POST') return null
    return {
      kind: 'text',
      text: {
        to: at(json, 'messages', 0, 'destinations', 0, 'to'),
        from: at(json, 'messages', 0, 'sender'),
        text: at(json, 'messages', 0, 'content', 'text'),
      },
    }
  },
  isKnown: (asked) => bearer(asked) === 'App emulated-key',
  taken: ({ to }, id) => ({
    status: 200,
    body: {
      messages: [
        {
          messageId: id,
          destination: to,
          status: {
            groupId: 1,
            groupName: 'PENDING',
            id: 26,
            name: 'PENDING_ACCEPTED',
            description: 'Message sent to next instance',
          },
        },
      ],
    },
  }),
  balance: () => ({ status: 200, body: { balance: 47.79, currency: 'EUR' } }),
  refuse(why, { to }) {
    if (why === 'auth')
      return {
        status: 401,
        body: { requestError: { serviceException: { messageId: 'UNAUTHORIZED', text: 'Invalid login details' } } },
      }
    if (why === 'throttled') return { status: 429, body: { errorCode: 'TOO_MANY_REQUESTS', description: 'Slow down' } }
    return {
      status: 200,
      body: {
        messages: [
          {
            messageId: 'none',
            destination: to,
            status: { groupId: 5, groupName: 'REJECTED', id: 12, name: REJECTED[why], description: 'Message rejected' },
          },
        ],
      },
    }
  },
}
