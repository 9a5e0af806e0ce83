/** The language in which a request is answered. */
import type { FastifyRequest } from 'fastify'
import { LANGUAGES, type Language } from '../../contract/limits.ts'
import { pickLanguage } from '../../words/words.ts'

/** The language of a request: the interface's header, cookie, the browser's languages, English. */
export function languageOf(request: FastifyRequest): Language {
  const named = request.headers['x-locale']
  if (typeof named === 'string' && (LANGUAGES as readonly string[]).includes(named)) return named as Language
  const cookie = /(?:^|;\s*)lang=(en|cz|de|ru)(?:;|$)/.exec(request.headers.cookie ?? '')?.[1]
  return (cookie as Language | undefined) ?? pickLanguage((request.headers['accept-language'] ?? '').split(',')) ?? 'en'
}
