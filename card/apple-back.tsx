import { type ReactNode, useId } from 'react'
import type { ApplePassView, PassField } from './apple-pass.ts'
import { anchorPieces, linkPieces, type TextPiece } from './text-links.ts'

export type BackWords = {
  automaticUpdates: string
  allowNotifications: string
  remove: string
}

type ApplePassBackProps = {
  view: ApplePassView
  words: BackWords
  /** The sheet follows the phone's dark mode. */
  dark?: boolean
  automaticUpdates?: boolean
  notifications?: boolean
  onAutomaticUpdates?: (on: boolean) => void
  onNotifications?: (on: boolean) => void
  onRemove?: () => void
  onPartClick?: (part: 'back') => void
}

/** The details sheet behind a store card. Without handlers its switches and the button are only drawn. */
export function ApplePassBack({ view, words, dark, onPartClick, ...acts }: ApplePassBackProps) {
  return (
    <div
      className={dark ? 'k-scale k-back k-back-dark' : 'k-scale k-back'}
      data-part="back"
      onClick={onPartClick && (() => onPartClick('back'))}
    >
      <div className="k-sheet">
        <div className="k-back-group">
          <BackSwitch
            label={words.automaticUpdates}
            on={acts.automaticUpdates ?? true}
            onChange={acts.onAutomaticUpdates}
          />
          <BackSwitch
            label={words.allowNotifications}
            on={acts.notifications ?? true}
            onChange={acts.onNotifications}
          />
        </div>
        {view.back.some((field) => field.value !== '') && (
          <dl className="k-back-group">
            {view.back
              .filter((field) => field.value !== '')
              .map((field) => (
                <BackRow key={field.key} field={field} />
              ))}
          </dl>
        )}
        <div className="k-back-group">
          {acts.onRemove ? (
            <button type="button" className="k-back-remove" onClick={acts.onRemove}>
              {words.remove}
            </button>
          ) : (
            <span className="k-back-remove">{words.remove}</span>
          )}
        </div>
      </div>
    </div>
  )
}

function BackSwitch({
  label,
  on,
  onChange,
}: {
  label: string
  on: boolean
  onChange: ((on: boolean) => void) | undefined
}) {
  const id = useId()
  return (
    <div className="k-back-switch">
      <span id={id}>{label}</span>
      {onChange ? (
        <button
          type="button"
          role="switch"
          aria-checked={on}
          aria-labelledby={id}
          className="k-switch"
          onClick={() => onChange(!on)}
        />
      ) : (
        <span className="k-switch" aria-hidden="true" data-on={on} />
      )}
    </div>
  )
}

function BackRow({ field }: { field: PassField }) {
  return (
    <div className="k-back-row">
      {field.label !== '' && <dt>{field.label}</dt>}
      <dd>
        <Linked pieces={field.html ? anchorPieces(field.html) : linkPieces(field.value)} />
      </dd>
    </div>
  )
}

/** A text whose tappable pieces are links. */
export function Linked({ pieces }: { pieces: TextPiece[] }): ReactNode {
  return pieces.map((piece, i) =>
    piece.href ? (
      <a key={`${i}-${piece.href}`} href={piece.href} target="_blank" rel="noreferrer">
        {piece.text}
      </a>
    ) : (
      piece.text
    ),
  )
}
