import { useState } from 'react'
import { ApplePassBack } from '../../card/apple-back.tsx'
import { ApplePass } from '../../card/apple-face.tsx'
import { applePassViewOfPackage } from '../../card/apple-pass.ts'
import { usePullDown } from '../pull-down.ts'
import { useSpeech } from '../speech.tsx'
import type { ApplePhone } from './apple-phone.ts'
import type { WalletPass } from './wallet-state.ts'

type PassScreenProps = { pass: WalletPass; phone: ApplePhone; dark: boolean; isUpdating: boolean; onClose: () => void }

/** One pass: the front, pulled down to update; (i) turns it over. */
export function PassScreen({ pass, phone, dark, isUpdating, onClose }: PassScreenProps) {
  const { say, locale } = useSpeech()
  const [isTurned, setTurned] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const pull = usePullDown(() => void phone.update(pass.id))
  const view = applePassViewOfPackage(pass.json, pass.pictures, locale)
  const turn = () => {
    setTurned(!isTurned)
    setAsking(false)
  }
  return (
    <div className="pass-screen">
      <div className="bar">
        <button type="button" onClick={isTurned ? turn : onClose}>
          {say(isTurned ? 'done' : 'wallet.back')}
        </button>
        <span className="bar-title">{isTurned ? view.organisation : ''}</span>
        {!isTurned && (
          <span className="bar-icons">
            <button
              type="button"
              onClick={() => void phone.update(pass.id)}
              aria-label={say('pass.update')}
              title={say('pass.update')}
              data-busy={isUpdating}
            >
              <svg viewBox="0 0 24 24" aria-hidden="true">
                <path d="M19.5 12a7.5 7.5 0 1 1-2.3-5.4M19.5 3.5v4h-4" />
              </svg>
            </button>
            <button type="button" onClick={turn} aria-label={say('pass.info')} title={say('pass.info')}>
              <svg viewBox="0 0 24 24" aria-hidden="true">
                <circle cx="12" cy="12" r="9" />
                <path d="M12 11v5.5M12 7.5v.1" />
              </svg>
            </button>
          </span>
        )}
      </div>
      <div className={isTurned ? 'turn turned' : 'turn'}>
        <div className="turn-front" inert={isTurned} {...pull.handlers}>
          <p className="pull-word" aria-hidden="true" data-shown={pull.isPulling || isUpdating}>
            {say(isUpdating ? 'pass.updating' : 'pass.pull')}
          </p>
          <div className="turn-card" style={{ transform: `translateY(${pull.distancePx}px)` }}>
            <ApplePass className="k-lifted" view={view} />
          </div>
          <p className="unseen" role="status">
            {isUpdating ? say('pass.updating') : ''}
          </p>
        </div>
        <div className="turn-back" inert={!isTurned}>
          <ApplePassBack
            view={view}
            dark={dark}
            words={{
              automaticUpdates: say('pass.automatic_updates'),
              allowNotifications: say('pass.allow_notifications'),
              remove: say('pass.remove'),
            }}
            automaticUpdates={pass.automaticUpdates}
            notifications={pass.allowNotifications}
            onAutomaticUpdates={(automaticUpdates) => void phone.setAllowed(pass.id, { automaticUpdates })}
            onNotifications={(allowNotifications) => void phone.setAllowed(pass.id, { allowNotifications })}
            onRemove={() => setAsking(true)}
          />
        </div>
      </div>
      {isAsking && (
        <RemoveQuestion
          onAnswer={(remove) => {
            setAsking(false)
            if (remove) void phone.remove(pass.id).then(onClose)
          }}
        />
      )}
    </div>
  )
}

function RemoveQuestion({ onAnswer }: { onAnswer: (remove: boolean) => void }) {
  const { say } = useSpeech()
  return (
    <div className="alert-ground alert-low">
      <div
        className="action-sheet"
        role="alertdialog"
        aria-modal="true"
        aria-label={say('pass.remove_ask')}
        onKeyDown={(event) => event.key === 'Escape' && onAnswer(false)}
      >
        <p>{say('pass.remove_ask')}</p>
        <button type="button" className="danger" onClick={() => onAnswer(true)}>
          {say('pass.remove')}
        </button>
        <button type="button" autoFocus onClick={() => onAnswer(false)}>
          {say('cancel')}
        </button>
      </div>
    </div>
  )
}
