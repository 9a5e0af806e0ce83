import { useEffect, useRef } from 'react'
import { useSpeech } from '../speech.tsx'

/** Safari's message when it does not open a pass, with the reason that a real phone does not show. */
export function RefusedAlert({ fault, detail, onClose }: { fault: string; detail: string; onClose: () => void }) {
  const { say } = useSpeech()
  const alert = useRef<HTMLDivElement>(null)
  useEffect(() => alert.current?.focus({ preventScroll: true }), [])
  return (
    <div className="alert-ground">
      <div
        ref={alert}
        tabIndex={-1}
        className="alert"
        role="alertdialog"
        aria-modal="true"
        aria-labelledby="refused-title"
        aria-describedby="refused-why"
        onKeyDown={(event) => event.key === 'Escape' && onClose()}
      >
        <h2 id="refused-title">{say('refused.title')}</h2>
        <p id="refused-why">{say(`fault.${fault}`, { detail })}</p>
        {detail !== '' && <p className="alert-detail">{detail}</p>}
        <button type="button" onClick={onClose}>
          {say('refused.close')}
        </button>
      </div>
    </div>
  )
}
