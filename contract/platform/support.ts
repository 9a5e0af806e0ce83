import { z } from 'zod'
import { Bytes } from '../binary.ts'
import { call } from '../call.ts'
import { SUPPORT_SHOT_MAX_BYTES, SUPPORT_TEXT_MAX, SUPPORT_TOPICS } from '../limits.ts'
import { Id, Nothing, Paging, Time } from '../page.ts'
import { storedKind, storedState } from '../stored-kind.ts'

export const Topic = z.enum(SUPPORT_TOPICS)
/** `open` waits for support, `answered` for the user; a closed one opens again when the user writes. */
export const ConversationState = z.enum(['open', 'answered', 'closed'])

/** Line breaks and tabs are allowed, other control characters are not. */
export const MessageText = z
  .string()
  .trim()
  .min(1, { error: 'required' })
  .max(SUPPORT_TEXT_MAX)
  .regex(/^(?:[^\p{Cc}]|[\n\t\r])*$/u, { error: 'control_characters' })

export const Conversation = z.object({
  id: Id,
  topic: storedKind(SUPPORT_TOPICS),
  state: storedState(['open', 'answered', 'closed'], 'open'),
  /** Beginning of the latest message. */
  preview: z.string(),
  /** The latest message is an answer that the user has not seen yet. */
  isUnread: z.boolean(),
  createdAt: Time,
  /** Of the latest message. */
  updatedAt: Time,
})
export type Conversation = z.infer<typeof Conversation>

export const Message = z.object({
  id: Id,
  isAnswer: z.boolean(),
  text: z.string(),
  screenshot: Id.nullable(),
  at: Time,
})
export type Message = z.infer<typeof Message>

export const OpenedConversation = Conversation.extend({ messages: z.array(Message) })
export type OpenedConversation = z.infer<typeof OpenedConversation>

const MessageInput = z.object({ text: MessageText, screenshot: Id.nullable().optional() })

export const AskInput = MessageInput.extend({
  topic: Topic,
  /** Page on which the question arose. */
  route: z.string().max(300).optional(),
  /** Number of the request that went wrong. */
  requestId: z
    .string()
    .trim()
    .max(40)
    .regex(/^[\w-]*$/, { error: 'invalid' })
    .optional(),
  /** The cabinet that was open. */
  cabinet: z.int().min(0).optional(),
})
export type AskInput = z.infer<typeof AskInput>

export const support = {
  about: call('GET', '/support', {
    who: 'user',
    beforeOffer: true,
    operationId: 'readSupport',
    summary: 'Get support information',
    description: 'Returns the usual response time and the number of unread answers.',
    reply: z.object({ answerHours: z.int(), unread: z.int() }),
  }),
  ask: call('POST', '/support', {
    who: 'user',
    beforeOffer: true,
    operationId: 'createConversation',
    summary: 'Write to support',
    description: 'Starts a conversation with support.',
    body: AskInput,
    status: 201,
    reply: OpenedConversation,
    errors: { too_many_tries: 429, unknown_image: 422 },
  }),
  listConversations: call('GET', '/support/conversations', {
    who: 'user',
    beforeOffer: true,
    summary: 'List conversations',
    description: "Returns the user's own conversations with support, newest first.",
    paged: true,
    query: Paging,
    reply: z.array(Conversation),
  }),
  readConversation: call('GET', '/support/conversations/{uuid}', {
    who: 'user',
    beforeOffer: true,
    summary: 'Get a conversation',
    description: "Returns one of the user's conversations with its messages.",
    reply: OpenedConversation,
    errors: { conversation_not_found: 404 },
  }),
  markRead: call('POST', '/support/conversations/{uuid}/read', {
    who: 'user',
    beforeOffer: true,
    operationId: 'markConversationRead',
    summary: 'Mark a conversation as read',
    description: 'Marks the answers in a conversation as read.',
    reply: Nothing,
    errors: { conversation_not_found: 404 },
  }),
  writeMore: call('POST', '/support/conversations/{uuid}/messages', {
    who: 'user',
    beforeOffer: true,
    operationId: 'addMessage',
    summary: 'Add a message to a conversation',
    description: 'Adds a message to a conversation, which then waits for an answer again.',
    body: MessageInput,
    status: 201,
    reply: OpenedConversation,
    errors: { conversation_not_found: 404, too_many_tries: 429, unknown_image: 422 },
  }),
  uploadScreenshot: call('POST', '/support/screenshots', {
    who: 'user',
    beforeOffer: true,
    summary: 'Upload a screenshot',
    description: 'Uploads a PNG or JPEG for the next message. Everything except the pixels is removed.',
    upload: { field: 'file', maxBytes: SUPPORT_SHOT_MAX_BYTES },
    status: 201,
    reply: z.object({ id: Id }),
    errors: { screenshot_broken: 422, screenshot_too_large: 413, too_many_tries: 429 },
  }),
  readScreenshot: call('GET', '/support/screenshots/{uuid}', {
    who: 'user',
    beforeOffer: true,
    summary: 'Get a screenshot',
    description: 'Returns a screenshot that the user has sent.',
    reply: Bytes,
    errors: { screenshot_not_found: 404 },
  }),
}
