import type { Language, Theme } from '../contract/limits.ts'
import { say } from '../words/say.ts'

/** Official artwork, if somebody put it into pages/badges before the build (see its readme). */
const BADGES = import.meta.glob<string>('./badges/*.svg', { eager: true, query: '?raw', import: 'default' })
const DARK: readonly Theme[] = ['night', 'night_blue']

type WalletButtonProps = {
  wallet: 'apple' | 'google'
  lang: Language
  theme: Theme
  href: string
}

/** The official badge of the language, or a plain labelled button: artwork of others is never redrawn. */
export function WalletButton({ wallet, lang, theme, href }: WalletButtonProps) {
  const label = say(lang, `pages.install.${wallet}`)
  const outline = DARK.includes(theme) ? BADGES[`./badges/${wallet}-${lang}-outline.svg`] : undefined
  const badge = outline ?? BADGES[`./badges/${wallet}-${lang}.svg`]
  if (badge === undefined) {
    return (
      <a className="button wallet" href={href} data-wallet={wallet}>
        {label}
      </a>
    )
  }
  return (
    <a className="badge" href={href} data-wallet={wallet}>
      <img
        src={`data:image/svg+xml;base64,${Buffer.from(badge).toString('base64')}`}
        alt={label}
        height={wallet === 'apple' ? 48 : 52}
      />
    </a>
  )
}
