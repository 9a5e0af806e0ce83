/** Messages on a class or an object. Google accepts an id twice, so a lost answer is looked up before a repeat. */
import { accepted, type GoogleApi, isQuota, type Kind, pathOf, readResource } from './api.ts'
import { repeat } from './exchange.ts'
import { GOOGLE_LIMITS } from './limits.ts'

export type Message = {
  /** Dedupe key: Google itself does not refuse a second message with the same id. */
  id: string
  header: string
  body: string
  /** Only TEXT_AND_NOTIFY rings, three times in 24 hours for a card. */
  messageType: 'TEXT' | 'TEXT_AND_NOTIFY'
}
/** `taken`: another process is sending it. */
export type MessageOutcome = 'sent' | 'already_there' | 'quota_exceeded' | 'taken'

export type MessageOptions = {
  /** An earlier run may have sent it, so look before sending. */
  isRepeat?: boolean
  /**
   * Asked directly before every attempt to send. Null: another process is sending it, so this one stops. `isRepeat`:
   * another process may have sent it before.
   */
  claim?: () => Promise<{ isRepeat: boolean } | null>
}

export async function addMessage(
  api: GoogleApi,
  kind: Kind,
  id: string,
  message: Message,
  { isRepeat = false, claim = () => Promise.resolve({ isRepeat: false }) }: MessageOptions,
): Promise<MessageOutcome> {
  let isMaybeThere = false
  const send = async () => {
    const answer = await api.attempt('POST', `${pathOf(kind, id)}/addMessage`, { message })
    isMaybeThere = 'silent' in answer || answer.status >= 500
    return answer
  }
  const prepare = async (): Promise<'taken' | 'already_there' | 'sent' | undefined> => {
    const claimed = await claim()
    if (!claimed) return 'taken'
    if (!isRepeat && !isMaybeThere && !claimed.isRepeat) return undefined
    const there = await messagesOf(api, kind, id)
    if (there.some((known) => known.id === message.id)) return isMaybeThere ? 'sent' : 'already_there'
    await makeRoom(api, kind, id, there)
    return undefined
  }
  const sendOnce = async () => {
    const settled = await prepare()
    return settled ? { settled } : repeat(send, api.timing, prepare)
  }
  let answer = await sendOnce()
  if ('settled' in answer) return answer.settled
  if (answer.status === 400 && (await makeRoom(api, kind, id, await messagesOf(api, kind, id))))
    answer = await sendOnce()
  if ('settled' in answer) return answer.settled
  if (isQuota(answer)) return 'quota_exceeded'
  return accepted(answer) && 'sent'
}

async function messagesOf(api: GoogleApi, kind: Kind, id: string): Promise<{ id?: string }[]> {
  const messages = (await readResource(api, kind, id))?.['messages']
  return Array.isArray(messages) ? (messages as { id?: string }[]) : []
}

/** Google keeps ten messages; the oldest go. The rest are sent as TEXT, so that none of them rings again. */
async function makeRoom(api: GoogleApi, kind: Kind, id: string, messages: readonly object[]): Promise<boolean> {
  if (messages.length < GOOGLE_LIMITS.messages) return false
  const kept = messages.slice(1 - GOOGLE_LIMITS.messages).map((message) => ({ ...message, messageType: 'TEXT' }))
  accepted(await api.call('PATCH', pathOf(kind, id), { messages: kept }))
  return true
}
