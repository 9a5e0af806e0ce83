/** What a request of the cash server does here: a card is shown, a packet of a receipt is settled. */
import { createHash } from 'node:crypto'
import type { Settings } from '../connector.ts'
import type { CardHolder, Serve, Settled, Shop, TillAnswer, TillDocument, TillPurchase } from '../serve.ts'
import { cardAnswer, noCardAnswer, refusedAnswer, takenAnswer } from './answers.ts'
import { cardAskedFor, type Line, type Packet, readPacket } from './questions.ts'
import { wordsOf } from './till-words.ts'

/** Handlers of the ini file, which may have an ending: `getcardinfoex.php`. */
const nameOf = (path: string) => path.toLowerCase().replace(/\.\w+$/, '')
const ASKS_FOR_CARD = 'getcardinfoex'

const walletOf = ({ pays }: Settings) => (pays === 'balance' ? 'balance' : 'bonus')

async function showCard(body: string, { find }: Shop, settings: Settings): Promise<TillAnswer> {
  const card = cardAskedFor(body)
  const holder = card === undefined ? undefined : await find(card)
  if (!holder) return noCardAnswer()
  const { bonusCode, discountCode } = settings
  return cardAnswer(holder, {
    pays: walletOf(settings),
    bonusCode: Number(bonusCode || 0),
    discountCode: Number(discountCode || 0),
  })
}

const digestOf = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 32)

/** What a guest has paid with money, for each of them. A receipt that is cancelled comes with the opposite sign. */
function purchasesOf(packet: Packet, digest: string, holderOf: (line: Line) => CardHolder): TillPurchase[] {
  const spent = packet.lines.filter(({ kind, minor }) => kind === 'spent' && minor !== 0)
  const byHolder = Map.groupBy(spent, (line) => holderOf(line).id)
  return [...byHolder].flatMap(([holderId, lines]) => {
    const minor = lines.reduce((sum, line) => sum + line.minor, 0)
    if (minor === 0) return []
    const id = `${packet.receipt}:${digestOf([digest, holderId]).slice(0, 16)}`
    // Whether a cancelled receipt keeps its number is not known, so a refund names no sale.
    return [{ holderId, id, kind: minor > 0 ? 'sale' : 'refund', refundOf: null, amountMinor: Math.abs(minor) }]
  })
}

function documentOf(packet: Packet, settings: Settings, holderOf: (line: Line) => CardHolder): TillDocument {
  // Paying and cancelling have the same receipt: a packet is the same when all of it is.
  const digest = digestOf([packet.receipt, packet.lines.map(({ card, kind, minor }) => [card, kind, minor])])
  return {
    id: digest,
    place: packet.place,
    number: packet.number,
    // Discounts are the till's own; they are reported, and move nothing here.
    moves: packet.lines
      .filter(({ kind, minor }) => (kind === 'payment' || kind === 'bonus') && minor !== 0)
      .map((line) => ({ holderId: holderOf(line).id, amount: walletOf(settings), deltaMinor: line.minor })),
    purchases: purchasesOf(packet, digest, holderOf),
  }
}

function answerTo(settled: Settled, { language }: Settings): TillAnswer {
  const words = wordsOf(language)
  switch (settled.kind) {
    case 'done':
      return takenAnswer()
    case 'too_little':
      return refusedAnswer(words.tooLittle(settled.hasMinor))
    case 'too_much':
      return refusedAnswer(words.tooMuch)
    case 'gone':
      return refusedAnswer(words.unknownCard)
    case 'limited':
      return refusedAnswer(words.limited)
    case 'changed':
      return refusedAnswer(words.unreadable)
  }
}

async function settlePacket(body: string, { find, settle }: Shop, settings: Settings): Promise<TillAnswer> {
  const words = wordsOf(settings.language)
  const packet = readPacket(body)
  if (!packet) return refusedAnswer(words.unreadable)
  const holders = new Map<string, CardHolder>()
  for (const card of new Set(packet.lines.map((line) => line.card))) {
    const holder = await find(card)
    if (!holder) return refusedAnswer(words.unknownCard)
    holders.set(card, holder)
  }
  const holderOf = ({ card }: Line) => holders.get(card) as CardHolder
  return answerTo(await settle(documentOf(packet, settings, holderOf)), settings)
}

export const serve: Serve = {
  async answer({ path, body }, shop, settings) {
    switch (nameOf(path)) {
      case ASKS_FOR_CARD:
        return showCard(body, shop, settings)
      case 'transactionsex':
        return settlePacket(body, shop, settings)
      default:
        return { status: 404, type: 'text/plain', body: '' }
    }
  },
  away: ({ path }) => (nameOf(path) === ASKS_FOR_CARD ? noCardAnswer(503) : refusedAnswer(wordsOf('ru').away, 503)),
  earns: ({ bonusCode }) => Boolean(bonusCode),
}
