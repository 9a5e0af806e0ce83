import { useEffect, useRef } from 'react'
import { ApplePass } from '../../card/apple-face.tsx'
import { applePassViewOfPackage } from '../../card/apple-pass.ts'
import { useSpeech } from '../speech.tsx'
import type { WalletPass } from './wallet-state.ts'

type AddSheetProps = { pass: WalletPass; isKnown: boolean; onAnswer: (add: boolean) => void }

/** The wallet's question: this pass, drawn from the download; add it or not. */
export function AddSheet({ pass, isKnown, onAnswer }: AddSheetProps) {
  const { say, locale } = useSpeech()
  const sheet = useRef<HTMLDivElement>(null)
  useEffect(() => sheet.current?.focus({ preventScroll: true }), [])
  return (
    <div
      ref={sheet}
      tabIndex={-1}
      className="add-sheet"
      role="dialog"
      aria-modal="true"
      aria-label={say('add.title', { name: pass.json.organizationName })}
      onKeyDown={(event) => event.key === 'Escape' && onAnswer(false)}
    >
      <div className="bar">
        <button type="button" onClick={() => onAnswer(false)}>
          {say('cancel')}
        </button>
        <button type="button" className="bar-strong" onClick={() => onAnswer(true)}>
          {say(isKnown ? 'add.replace' : 'add.add')}
        </button>
      </div>
      <div className="add-card">
        <ApplePass className="k-lifted" view={applePassViewOfPackage(pass.json, pass.pictures, locale)} />
      </div>
    </div>
  )
}
