import { ApplePass } from '../card/apple-face.tsx'
import { applePassViewOf } from '../card/apple-pass.ts'
import { say } from '../words/say.ts'
import { tagOf } from '../words/words.ts'
import type { EmbedPageProps } from './props.ts'

/**
 * A card and a button in a frame on somebody's website. There is nothing to type here and no script: the button opens
 * the form in a page of its own, where the address bar says whose it is and the wallets can be reached.
 */
export function EmbedPage({ lang, theme, assets, organisation, title, look, card, href }: EmbedPageProps) {
  return (
    <html lang={tagOf(lang)} data-theme={theme} data-page="embed">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{`${title} · ${organisation}`}</title>
        <meta name="robots" content="noindex, nofollow" />
        <link rel="stylesheet" href={assets.css} />
        <link rel="icon" href="data:," />
      </head>
      <body className={look?.background ? 'pictured' : undefined}>
        {look?.background && <img className="backdrop" src={look.background} alt="" />}
        <main>
          {look?.logo && <img className="logo" src={look.logo} alt={organisation} width="160" height="50" />}
          {card && (
            <ApplePass view={applePassViewOf(card)} label={say(lang, 'pages.form.cardLabel', { organisation })} />
          )}
          <h1>{title}</h1>
          <a className="button" href={href} target="_blank" rel="noopener">
            {say(lang, 'pages.form.submit')}
          </a>
        </main>
      </body>
    </html>
  )
}
