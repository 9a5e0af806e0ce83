/** Sends a public page: its headers, its frame with the languages, and the error page. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LANGUAGES, type Language } from '../../../contract/limits.ts'
import type { PageProps } from '../../../pages/props.ts'
import { LANGUAGE_NAMES } from '../../../words/words.ts'
import type { App } from '../../base/app.ts'
import { languageOf } from '../../base/request-language.ts'
import { type Utm, UTM_MAX, UTM_NAMES } from '../../people/growth/growth.ts'
import { loadPages } from './pages.ts'

/** Only our own scripts and styles; only this site may embed a page (the test phone, the editor). */
const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
  "form-action 'self'; base-uri 'none'; frame-ancestors 'self'"

export type Query = {
  lang?: string
  device?: string
  step?: string
  known?: string
  fresh?: string
  sms?: string
  promo?: string
  /** Code of the named link by which the visitor came. */
  via?: string
} & UtmQuery
/** Carried from page to page, so that the sending still has it. */
type UtmQuery = Partial<Record<`utm_${keyof Utm}`, string>>

/** The promo code in a link; a longer one is ignored. */
const PROMO_MAX = 40
const VIA_MAX = 20

const one = (value: unknown) => (typeof value === 'string' ? value : undefined)

/** Any site may show this page in a frame: it has nothing to type, no script, and asks no cookie. */
const EMBED_POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'none'; base-uri 'none'; frame-ancestors *"

export const sendEmbed = (reply: FastifyReply, html: string, status: number): FastifyReply =>
  sendPage(reply, html, status, EMBED_POLICY)

export function sendPage(reply: FastifyReply, html: string, status = 200, policy = PAGE_POLICY): FastifyReply {
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header('content-security-policy', policy)
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .header('x-robots-tag', 'noindex')
    .send(html)
}

export function queryOf(request: FastifyRequest): Query {
  const asked = request.query as Record<string, unknown>
  const { lang, device, step, known, fresh, sms, promo, via } = asked
  return Object.fromEntries(
    Object.entries({
      lang: one(lang),
      device: one(device),
      step: one(step),
      known: one(known),
      fresh: one(fresh),
      sms: one(sms),
      promo: one(promo)?.slice(0, PROMO_MAX),
      via: one(via)?.slice(0, VIA_MAX),
      ...Object.fromEntries(UTM_NAMES.map((name) => [`utm_${name}`, one(asked[`utm_${name}`])?.slice(0, UTM_MAX)])),
    }).filter(([, value]) => value !== undefined),
  )
}

export function href(path: string, query: Query): string {
  const text = new URLSearchParams(query as Record<string, string>).toString()
  return text === '' ? path : `${path}?${text}`
}

/** The test phones, which open an address; null where each wallet is a real one. */
export const testPhonesHref = ({ outside: { pages } }: App, url: string): string | null =>
  pages.includes('apple') || pages.includes('google') ? `/phone?${new URLSearchParams({ open: url }).toString()}` : null

export function chosenLanguage(query: Query, fallback: Language): Language {
  return (LANGUAGES as readonly string[]).includes(query.lang ?? '') ? (query.lang as Language) : fallback
}

export async function pageFrame(
  app: App,
  path: string,
  query: Query,
  lang: Language,
  theme: PageProps['theme'],
): Promise<PageProps> {
  const { ASSETS } = await loadPages()
  return {
    lang,
    theme,
    brand: app.env.brand,
    assets: ASSETS,
    languages: LANGUAGES.map((code) => ({
      code,
      name: LANGUAGE_NAMES[code],
      href: href(path, { ...query, lang: code }),
    })),
  }
}

/** The posted texts; all other values are left out. */
export function textsOf(body: unknown): Record<string, string> {
  const entries = typeof body === 'object' && body !== null ? Object.entries(body) : []
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string').slice(0, 200),
  )
}

/** After these the same form may be sent again. */
const PASSING: ReadonlySet<string> = new Set([
  'try_again_later',
  'too_many_requests',
  'too_many_from_here',
  'server_error',
])

/** What a visitor has sent with a form travels in the page, and is sent again by its button. */
const keptOf = (request: FastifyRequest, code: string) =>
  request.method === 'POST' && request.url.startsWith('/f/') && PASSING.has(code) ? textsOf(request.body) : undefined

export async function sendProblem(
  app: App,
  request: FastifyRequest,
  reply: FastifyReply,
  code: string,
  status: number,
  organisation = '',
): Promise<FastifyReply> {
  const pages = await loadPages()
  const frame = await pageFrame(
    app,
    request.url.split('?')[0] ?? '/',
    queryOf(request),
    chosenLanguage(queryOf(request), languageOf(request)),
    'day',
  )
  const kept = keptOf(request, code)
  const html =
    code === 'not_found'
      ? pages.renderNotFound(frame)
      : pages.renderProblem({
          ...frame,
          // Another language would be another page, without the entries.
          ...(kept && { languages: undefined }),
          code,
          organisation,
          retryHref: code === 'hand_over_used' ? undefined : request.url,
          kept,
          requestId: request.id,
        })
  return sendPage(reply, html, status)
}

/** The device in the browser's client hints. */
export const hintsOf = (request: FastifyRequest) => ({
  platform: one(request.headers['sec-ch-ua-platform']),
  mobile: one(request.headers['sec-ch-ua-mobile']),
})
