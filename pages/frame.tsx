import type { ReactNode } from 'react'
import { THEME_TOKENS } from '../card/themes.ts'
import { say } from '../words/say.ts'
import { tagOf } from '../words/words.ts'
import type { PageProps } from './props.ts'

type FrameProps = PageProps & {
  title: string
  /** What a messenger shows for a shared link; a personal page has none. */
  share?: { title: string; description: string; image: string | undefined; url: string } | undefined
  /** What the script needs to know about the page. */
  kind: 'form' | 'code' | 'install' | 'notice'
  isPreparing?: boolean
  /** The page has a form that needs a proof of work for a code. */
  isProved?: boolean
  /** The page has a link to the test phones. */
  hasTestPhones?: boolean
  head?: ReactNode
  /** A picture behind the page. */
  background?: string | undefined
  children: ReactNode
}

/** The whole document around a page: head, language menu and foot. */
export function Frame({
  lang,
  languages,
  theme,
  brand,
  assets,
  title,
  share,
  kind,
  isPreparing,
  isProved,
  hasTestPhones,
  head,
  background,
  children,
}: FrameProps) {
  return (
    <html lang={tagOf(lang)} data-theme={theme} data-page={kind} data-preparing={isPreparing ? '' : undefined}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title}</title>
        <meta name="robots" content="noindex, nofollow" />
        <meta name="theme-color" content={THEME_TOKENS[theme].page} />
        <meta name="format-detection" content="telephone=no" />
        <link rel="stylesheet" href={assets.css} />
        <link rel="icon" href="data:," />
        {share && <Share {...share} brand={brand} lang={tagOf(lang)} />}
        {assets.js !== null && <script type="module" src={assets.js} />}
        {hasTestPhones && assets.phones !== undefined && <script type="module" src={assets.phones} />}
        {isProved && assets.proof !== undefined && <script type="module" src={assets.proof} />}
      </head>
      <body className={background === undefined ? undefined : 'pictured'}>
        {background !== undefined && <img className="backdrop" src={background} alt="" />}
        <header className="bar">
          {head ?? <span />}
          {languages && languages.length > 1 && <LanguageMenu lang={lang} languages={languages} />}
        </header>
        <main>{children}</main>
        <footer className="foot">{say(lang, 'pages.madeWith', { brand })}</footer>
      </body>
    </html>
  )
}

function Share({
  title,
  description,
  image,
  url,
  brand,
  lang,
}: NonNullable<FrameProps['share']> & { brand: string; lang: string }) {
  return (
    <>
      <link rel="canonical" href={url} />
      {description !== '' && <meta name="description" content={description} />}
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={brand} />
      <meta property="og:locale" content={lang} />
      <meta property="og:url" content={url} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      {image !== undefined && <meta property="og:image" content={image} />}
      <meta name="twitter:card" content={image === undefined ? 'summary' : 'summary_large_image'} />
    </>
  )
}

/** A disclosure, so that it opens without a script; the script closes it on Escape and on a click elsewhere. */
function LanguageMenu({
  lang,
  languages,
}: {
  lang: PageProps['lang']
  languages: NonNullable<PageProps['languages']>
}) {
  const current = languages.find((one) => one.code === lang)?.name ?? lang
  return (
    <details className="languages">
      <summary>
        <span className="unseen">{`${say(lang, 'pages.language')}: `}</span>
        {current}
      </summary>
      <ul>
        {languages.map((one) => (
          <li key={one.code}>
            <a
              href={one.href}
              lang={tagOf(one.code)}
              hrefLang={tagOf(one.code)}
              aria-current={one.code === lang ? 'true' : undefined}
              data-keep=""
            >
              {one.name}
            </a>
          </li>
        ))}
      </ul>
    </details>
  )
}

/** Absolute address of a picture, as messengers need it; undefined when there is none or the base is no address. */
export function absoluteUrl(href: string | undefined, base: string): string | undefined {
  return href === undefined || !URL.canParse(href, base) ? undefined : new URL(href, base).href
}

/** Texts of the shop as paragraphs: plain text, an empty line ends one. */
export function Paragraphs({ text, className, lang }: { text: string; className?: string; lang?: string | undefined }) {
  const parts = text
    .split(/\r?\n\s*\r?\n/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
  return (
    <div className={className} lang={lang}>
      {parts.map((part, i) => (
        <p key={i}>{part}</p>
      ))}
    </div>
  )
}
