/** Public addresses of a card. */
import { say } from '../../../words/say.ts'
import type { App } from '../../base/app.ts'
import type { WholeCard } from './card.ts'

/** The secret part of a client's install page address; derived from the keys, never stored. */
export function ticketOf(app: App, cabinetId: number, passId: string): string {
  return `${passId.replaceAll('-', '')}${app.keys.mac('ticket', `${cabinetId}|${passId}`).slice(0, 22)}`
}

export function installUrl(app: App, domain: string, cabinetId: number, passId: string): string {
  return `${app.publicUrl}/c/${domain}/${ticketOf(app, cabinetId, passId)}`
}

/** Links on the back of every card of a business, beside those of its design. */
export function ownLinks(
  app: App,
  cabinetId: number,
  { pass, domain, telegramLink, lang }: Pick<WholeCard, 'pass' | 'domain' | 'telegramLink' | 'lang'>,
): { uri: string; text: string }[] {
  if (telegramLink === null) return []
  const uri = `${installUrl(app, domain, cabinetId, pass.id)}/telegram`
  return [{ uri, text: telegramLink || say(lang, 'bot.link') }]
}
