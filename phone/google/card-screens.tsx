import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Linked } from '../../card/apple-back.tsx'
import { GooglePassBack } from '../../card/google-back.tsx'
import { GooglePass } from '../../card/google-face.tsx'
import { linkPieces } from '../../card/text-links.ts'
import { EmptyWallet } from '../empty-wallet.tsx'
import { useSpeech } from '../speech.tsx'
import type { GoogleCard } from './google-phone.ts'

type CardsScreenProps = {
  isReady: boolean
  cards: readonly GoogleCard[]
  onOpen: (cardId: string) => void
  onBrowse: () => void
}

/** All cards, one under another. */
export function CardsScreen({ isReady, cards, onOpen, onBrowse }: CardsScreenProps) {
  const { say } = useSpeech()
  return (
    <div className="wallet wallet-google">
      <h2>{say('home.wallet')}</h2>
      <ul aria-label={say('wallet.passes')}>
        {cards.map((card) => (
          <li key={card.id}>
            <button type="button" onClick={() => onOpen(card.id)}>
              <GooglePass view={card.view} />
            </button>
          </li>
        ))}
      </ul>
      {isReady && cards.length === 0 && <EmptyWallet onBrowse={onBrowse} />}
    </div>
  )
}

type CardScreenProps = {
  card: GoogleCard
  dark: boolean
  isMessageOpen: boolean
  onMessage: (open: boolean) => void
  onClose: () => void
  onRemove: () => void
}

/** One card with its details under it; its newest message comes up as a sheet. */
export function CardScreen({ card, dark, isMessageOpen, onMessage, onClose, onRemove }: CardScreenProps) {
  const { say } = useSpeech()
  const [isAsking, setAsking] = useState(false)
  const message = card.view.messages.at(-1)
  return (
    <div className="wallet wallet-google card-screen">
      <h2 className="unseen">{card.view.programName}</h2>
      <div className="bar">
        <button type="button" onClick={onClose} aria-label={say('wallet.back')}>
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d="M19 12H5M11 6l-6 6 6 6" />
          </svg>
        </button>
      </div>
      <div className="card-scroll" tabIndex={0} role="region" aria-label={card.view.programName}>
        <GooglePass view={card.view} />
        {message && (
          <button type="button" className="view-message" onClick={() => onMessage(true)}>
            <span>{say('google.view_message')}</span>
            <small>{message.header}</small>
          </button>
        )}
        <GooglePassBack
          view={{ ...card.view, messages: [] }}
          dark={dark}
          words={{ messages: say('google.messages'), details: say('google.details'), remove: say('google.remove') }}
          onRemove={() => setAsking(true)}
        />
      </div>
      {isMessageOpen && message && (
        <Sheet label={message.header} onClose={() => onMessage(false)}>
          <h3>{message.header}</h3>
          <p>
            <Linked pieces={linkPieces(message.body)} />
          </p>
          <button type="button" onClick={() => onMessage(false)}>
            {say('done')}
          </button>
        </Sheet>
      )}
      {isAsking && (
        <Sheet label={say('google.remove_ask')} onClose={() => setAsking(false)}>
          <h3>{say('google.remove_ask')}</h3>
          <p>{say('google.remove_text', { name: card.view.programName })}</p>
          <button type="button" onClick={() => setAsking(false)}>
            {say('cancel')}
          </button>
          <button type="button" className="danger" onClick={onRemove}>
            {say('google.remove')}
          </button>
        </Sheet>
      )}
    </div>
  )
}

function Sheet({ label, onClose, children }: { label: string; onClose: () => void; children: ReactNode }) {
  const sheet = useRef<HTMLDivElement>(null)
  useEffect(() => sheet.current?.focus({ preventScroll: true }), [])
  return (
    <div className="alert-ground alert-low" onClick={(event) => event.target === event.currentTarget && onClose()}>
      <div
        className="bottom-sheet"
        ref={sheet}
        tabIndex={-1}
        role="dialog"
        aria-modal="true"
        aria-label={label}
        onKeyDown={(event) => event.key === 'Escape' && onClose()}
      >
        {children}
      </div>
    </div>
  )
}
