/**
 * What one browser opens of a form within half an hour is one visit, until it gets a card: at a counter, the next
 * person may use the same tablet. The cookie only says that the visit is counted, and by which named link.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'

const NAME = 'visit'
const VISIT_SECONDS = 30 * 60

const cookieOf = (publicUrl: string, path: string, value: string, seconds: number) =>
  `${NAME}=${value}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Lax` +
  (publicUrl.startsWith('https:') ? '; Secure' : '')

/** @param linkId of the named link that was followed: another link is another visit, as each has its own figures */
export const isSameVisit = (request: FastifyRequest, linkId?: string): boolean =>
  new RegExp(`(?:^|;\\s*)${NAME}=${linkId ?? 1}(?:;|$)`).test(request.headers.cookie ?? '')

/** @param path address of the form, so that each form has its own visits */
export const beginVisit = (reply: FastifyReply, publicUrl: string, path: string, linkId = '1'): FastifyReply =>
  reply.header('set-cookie', cookieOf(publicUrl, path, linkId, VISIT_SECONDS))

export const endVisit = (reply: FastifyReply, publicUrl: string, path: string): FastifyReply =>
  reply.header('set-cookie', cookieOf(publicUrl, path, '', 0))
