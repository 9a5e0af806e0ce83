import { useSpeech } from './speech.tsx'

export function EmptyWallet({ onBrowse }: { onBrowse: () => void }) {
  const { say } = useSpeech()
  return (
    <div className="empty">
      <svg viewBox="0 0 120 84" aria-hidden="true">
        <rect x="14" y="6" width="92" height="58" rx="9" className="empty-far" />
        <rect x="8" y="16" width="104" height="62" rx="10" className="empty-near" />
        <path d="M20 32h38M20 42h24" className="empty-line" />
        <path d="M80 52h18M80 58h18M80 64h18" className="empty-line" />
      </svg>
      <h3>{say('wallet.empty')}</h3>
      <p>{say('wallet.empty_text')}</p>
      <button type="button" onClick={onBrowse}>
        {say('wallet.open_link')}
      </button>
    </div>
  )
}
