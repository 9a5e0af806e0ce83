import { Linked } from './apple-back.tsx'
import type { GooglePassView } from './google-pass.ts'
import { linkPieces } from './text-links.ts'

type GooglePassBackProps = {
  view: GooglePassView
  words: { messages: string; details: string; remove: string }
  dark?: boolean
  onRemove?: () => void
  onPartClick?: (part: 'back') => void
}

/** The details list under a Google card: messages, text modules, links, and the way to remove it. */
export function GooglePassBack({ view, words, dark, onRemove, onPartClick }: GooglePassBackProps) {
  return (
    <div
      className={dark ? 'k-scale k-gback k-gback-dark' : 'k-scale k-gback'}
      data-part="back"
      onClick={onPartClick && (() => onPartClick('back'))}
    >
      <div className="k-sheet">
        {view.messages.length > 0 && (
          <section aria-label={words.messages}>
            <h3>{words.messages}</h3>
            {view.messages.map((message) => (
              <div className="k-gback-message" key={message.id}>
                <strong>{message.header}</strong>
                <p>
                  <Linked pieces={linkPieces(message.body)} />
                </p>
              </div>
            ))}
          </section>
        )}
        {(view.details.length > 0 || view.links.length > 0) && (
          <section aria-label={words.details}>
            <h3>{words.details}</h3>
            {view.details.length > 0 && (
              <dl>
                {view.details.map((field) => (
                  <div className="k-gback-row" key={field.key}>
                    <dt>{field.label}</dt>
                    <dd>
                      <Linked pieces={linkPieces(field.value)} />
                    </dd>
                  </div>
                ))}
              </dl>
            )}
            {view.links.map((link) => (
              <a className="k-gback-link" key={link.uri + link.text} href={link.uri} target="_blank" rel="noreferrer">
                <LinkIcon uri={link.uri} />
                {link.text}
              </a>
            ))}
          </section>
        )}
        {onRemove ? (
          <button type="button" className="k-gback-remove" onClick={onRemove}>
            {words.remove}
          </button>
        ) : (
          <span className="k-gback-remove">{words.remove}</span>
        )}
      </div>
    </div>
  )
}

const LINK_SHAPES = {
  tel: 'M6 3h4l2 5-2.5 1.5a11 11 0 0 0 5 5L16 12l5 2v4a2 2 0 0 1-2 2A16 16 0 0 1 4 5a2 2 0 0 1 2-2',
  mailto: 'M4 6h16v12H4zM4 7l8 6 8-6',
  web: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M3.5 9h17M3.5 15h17M12 3c-5 6-5 12 0 18M12 3c5 6 5 12 0 18',
}

function LinkIcon({ uri }: { uri: string }) {
  const shape = uri.startsWith('tel:')
    ? LINK_SHAPES.tel
    : uri.startsWith('mailto:')
      ? LINK_SHAPES.mailto
      : LINK_SHAPES.web
  return (
    <svg
      viewBox="0 0 24 24"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinejoin="round"
    >
      <path d={shape} />
    </svg>
  )
}
