/**
 * Robokassa on loopback: the payment page with its signature check, the signed call to the shop, and the XML questions.
 * The payer chooses how it behaves: well, or in one of the ways in which a payment service can go wrong.
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { bodyOf, sendPart } from '../exchange.ts'
import { escapeHtml } from '../html.ts'
import { keepState, type StateHooks } from '../google-wallet/state.ts'
import { type Manner, MANNERS, type RobokassaOrder, type State } from './order.ts'
import { errorPage, orderPage, STYLE } from './robokassa-page.ts'

export type RobokassaShop = {
  login: string
  password1: string
  password2: string
  hash: 'md5' | 'ripemd160' | 'sha1' | 'sha256' | 'sha384' | 'sha512'
}

export type RobokassaState = { orders: Record<string, RobokassaOrder> }

export type RobokassaOptions = {
  shop: RobokassaShop
  /** Path at which a host mounts the handler. */
  prefix: string
  /** Where the shop has its Result, Success and Fail URL. */
  shopUrl: string
  state?: StateHooks<RobokassaState>
}

export type Robokassa = {
  handler: (request: IncomingMessage, response: ServerResponse) => void
  shop: RobokassaShop
  /** Another shop at the same service. */
  addShop(shop: RobokassaShop): void
  orders(): RobokassaOrder[]
  /** What the browser does on the page: opens a link and pays, with any manner. */
  pay(link: string, manner?: Manner): Promise<RobokassaOrder>
  /** Opens a link without paying. */
  open(link: string): RobokassaOrder | string
  setState(number: number, state: State): void
  /** The signed call to the shop, once. @returns what the shop has answered */
  callShop(order: RobokassaOrder, wrong?: { sum?: string; password2?: string; isTest?: boolean }): Promise<string>
  setTrouble(trouble: { status500?: boolean; lateMs?: number }): void
  close(): Promise<void>
}

const BODY_MAX = 64 * 1024
const REPEATS = 3

const isSame = (one: string, other: string) =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))

const ownOf = (fields: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => /^shp_/i.test(name)))
const signed = (hash: string, parts: readonly string[], own: Readonly<Record<string, string>>) =>
  createHash(hash)
    .update(
      [
        ...parts,
        ...Object.keys(own)
          .sort()
          .map((name) => `${name}=${own[name] ?? ''}`),
      ].join(':'),
    )
    .digest('hex')

const xml = (root: string, inside: string) =>
  `<?xml version="1.0" encoding="utf-8"?>\n` +
  `<${root} xmlns="http://merchant.roboxchange.com/WebService/">${inside}</${root}>`
const result = (code: number) => `<Result><Code>${code}</Code></Result>`

export async function createRobokassa(options: RobokassaOptions): Promise<Robokassa> {
  const { prefix, shopUrl } = options
  const shops = new Map([[options.shop.login, options.shop]])
  const state: RobokassaState = (await options.state?.load()) ?? { orders: {} }
  const kept = keepState(state, options.state)
  let trouble = { status500: false, lateMs: 10_000 }
  const timers = new Set<NodeJS.Timeout>()

  /** @returns the order, or the number of the error that the page shows */
  function openOrder(fields: Readonly<Record<string, string>>): RobokassaOrder | string {
    const { MerchantLogin: login = '', OutSum: sum = '', InvId: number = '' } = fields
    const shop = shops.get(login)
    if (!shop) return '26'
    const own = ownOf(fields)
    const currency = fields.OutSumCurrency ?? ''
    const parts = [login, sum, number, ...(currency === '' ? [] : [currency]), shop.password1]
    if (!isSame((fields.SignatureValue ?? '').toLowerCase(), signed(shop.hash, parts, own))) return '29'
    const known = state.orders[`${login}/${number}`]
    if (known && known.state !== 5) return '40'
    const order: RobokassaOrder = {
      number,
      login,
      sum,
      description: fields.Description ?? '',
      currency,
      isTest: fields.IsTest === '1',
      own,
      state: 5,
      paidSum: '',
    }
    state.orders[`${login}/${number}`] = order
    kept.changed()
    return order
  }

  async function callShop(
    order: RobokassaOrder,
    {
      sum = `${order.paidSum || order.sum}0000`,
      password2,
      isTest = order.isTest,
    }: Parameters<Robokassa['callShop']>[1] = {},
  ): Promise<string> {
    const shop = shops.get(order.login) as RobokassaShop
    const body = new URLSearchParams({
      OutSum: sum,
      InvId: order.number,
      Fee: '0.00',
      PaymentMethod: 'BankCard',
      IncCurrLabel: 'BankCard',
      ...(isTest && { IsTest: '1' }),
      ...order.own,
      SignatureValue: signed(shop.hash, [sum, order.number, password2 ?? shop.password2], order.own).toUpperCase(),
    })
    const response = await fetch(`${shopUrl}/result`, { method: 'POST', body })
    return response.text()
  }

  /** Repeated until the shop has understood it, a few times. */
  async function confirm(order: RobokassaOrder, wrong: Parameters<Robokassa['callShop']>[1] = {}): Promise<void> {
    for (let time = 0; time < REPEATS; time++) {
      const answer = await callShop(order, wrong).catch(() => '')
      if (answer === `OK${order.number}`) return
    }
  }

  async function settle(order: RobokassaOrder, manner: Manner): Promise<void> {
    Object.assign(order, { state: 100, paidSum: manner === 'wrong_amount' ? '1.00' : order.sum })
    kept.changed()
    if (manner === 'twice') await Promise.all([confirm(order), confirm(order)])
    else if (manner === 'wrong_signature') await confirm(order, { password2: 'somebody-elses' })
    else if (manner === 'late') {
      const timer = setTimeout(() => {
        timers.delete(timer)
        void confirm(order)
      }, trouble.lateMs)
      timers.add(timer)
    } else await confirm(order)
  }

  /** The shop's page to which the payer is led back. */
  function wayBack(order: RobokassaOrder, what: 'success' | 'fail'): string {
    const shop = shops.get(order.login) as RobokassaShop
    const query = new URLSearchParams({
      OutSum: order.sum,
      InvId: order.number,
      Culture: 'en',
      ...order.own,
      ...(what === 'success' && {
        SignatureValue: signed(shop.hash, [order.sum, order.number, shop.password1], order.own),
      }),
    })
    return `${shopUrl}/${what}?${query.toString()}`
  }

  async function answerPage(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    const sent = request.method === 'POST' ? new URLSearchParams(await bodyOf(request, BODY_MAX)) : url.searchParams
    const order = openOrder(Object.fromEntries(sent))
    return typeof order === 'string'
      ? sendPage(response, 400, errorPage(order, prefix))
      : sendPage(response, 200, orderPage(order, prefix))
  }

  async function act(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const form = new URLSearchParams(await bodyOf(request, BODY_MAX))
    const order = state.orders[`${form.get('login')}/${form.get('number')}`]
    if (order?.state !== 5) return sendPage(response, 400, errorPage('40', prefix))
    if (form.get('act') === 'cancel') {
      order.state = 10
      kept.changed()
    } else await settle(order, MANNERS.find((one) => one === form.get('manner')) ?? 'well')
    response.writeHead(303, { location: wayBack(order, order.state === 10 ? 'fail' : 'success') }).end()
  }

  function answerQuestion(verb: string, query: URLSearchParams): string {
    const shop = shops.get(query.get('MerchantLogin') ?? '')
    if (verb === 'GetCurrencies') return xml('CurrenciesList', result(shop ? 0 : 2))
    const root = 'OperationStateResponse'
    if (!shop) return xml(root, result(2))
    const number = query.get('InvoiceID') ?? ''
    const wanted = signed(shop.hash, [shop.login, number, shop.password2], {})
    if (!isSame((query.get('Signature') ?? '').toLowerCase(), wanted)) return xml(root, result(1))
    const order = state.orders[`${shop.login}/${number}`]
    // Of test payments it knows nothing.
    if (!order || order.isTest) return xml(root, result(3))
    const info = `<Info><IncSum>${order.sum}</IncSum><OutSum>${order.paidSum || order.sum}</OutSum></Info>`
    const own = Object.entries(order.own).map(
      ([name, value]) => `<Field><Name>${escapeHtml(name)}</Name><Value>${escapeHtml(value)}</Value></Field>`,
    )
    const fields = own.length > 0 ? `<UserField>${own.join('')}</UserField>` : ''
    return xml(root, `${result(0)}<State><Code>${order.state}</Code></State>${info}${fields}`)
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://robokassa')
    const path = url.pathname.slice(prefix.length)
    if (path === '/style.css') return sendPart(response, 200, 'text/css', STYLE)
    if (path === '/Merchant/Index.aspx') return answerPage(request, response, url)
    if (path === '/pay' && request.method === 'POST') return act(request, response)
    const [, verb] = /^\/Merchant\/WebService\/Service\.asmx\/(OpStateExt|GetCurrencies)$/.exec(path) ?? []
    if (verb === undefined) return sendPart(response, 404, 'text/plain', 'Not found')
    if (trouble.status500) return sendPart(response, 500, 'text/plain', 'Internal error')
    sendPart(response, 200, 'text/xml', answerQuestion(verb, url.searchParams))
  }

  const open = (link: string) => openOrder(Object.fromEntries(new URL(link).searchParams))
  return {
    handler(request, response) {
      answer(request, response).catch(() => void response.destroy())
    },
    shop: options.shop,
    addShop: (shop) => void shops.set(shop.login, shop),
    orders: () => Object.values(state.orders),
    open,
    async pay(link, manner = 'well') {
      const order = open(link)
      if (typeof order === 'string') throw new Error(`the payment page says ${order}`)
      await settle(order, manner)
      return order
    },
    setState(number, wanted) {
      const order = Object.values(state.orders).find((one) => one.number === String(number))
      if (order) Object.assign(order, { state: wanted, ...(wanted === 100 && { paidSum: order.sum }) })
      kept.changed()
    },
    callShop,
    setTrouble: (wanted) => {
      trouble = { ...trouble, ...wanted }
    },
    async close() {
      for (const timer of timers) clearTimeout(timer)
      await kept.flush()
    },
  }
}

const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

function sendPage(response: ServerResponse, status: number, page: string): void {
  sendPart(response, status, 'text/html', page, { 'content-security-policy': PAGE_POLICY })
}
