/**
 * What one browser opens of a form within half an hour is one visit, until it gets a card: at a counter, the next
 * person may use the same tablet. The cookie only says that the visit is counted.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'

const NAME = 'visit'
const VISIT_SECONDS = 30 * 60

const cookieOf = (publicUrl: string, path: string, value: string, seconds: number) =>
  `${NAME}=${value}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Lax` +
  (publicUrl.startsWith('https:') ? '; Secure' : '')

export const isSameVisit = (request: FastifyRequest): boolean =>
  new RegExp(`(?:^|;\\s*)${NAME}=1(?:;|$)`).test(request.headers.cookie ?? '')

/** @param path address of the form, so that each form has its own visits */
export const beginVisit = (reply: FastifyReply, publicUrl: string, path: string): FastifyReply =>
  reply.header('set-cookie', cookieOf(publicUrl, path, '1', VISIT_SECONDS))

export const endVisit = (reply: FastifyReply, publicUrl: string, path: string): FastifyReply =>
  reply.header('set-cookie', cookieOf(publicUrl, path, '', 0))
