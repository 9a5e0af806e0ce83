import { useSpeech } from './speech.tsx'
import { createStore, useStore } from './store.ts'

/** Where somebody is who has never held one of these phones. */
export type Touch = 'lock' | 'home' | 'form' | 'install' | 'add' | 'card' | 'page'

/** A hand that points. */
const FINGER = [
  'M9 12V5.5a1.5 1.5 0 0 1 3 0V11m0-1.5a1.5 1.5 0 0 1 3 0V11m0-.5a1.5 1.5 0 0 1 3 0V15a6 6 0 0 1-6 6h-1.6',
  'a6 6 0 0 1-4.6-2.2L3.6 15a1.5 1.5 0 0 1 2.3-2L9 15.5V9',
].join('')

const isDone = createStore(false, 'first-touch-done')

/** Says which part to touch next, until it is closed for good. */
export function FirstTouch({ touch }: { touch: Touch }) {
  const { say } = useSpeech()
  if (useStore(isDone) || touch === 'page') return null
  return (
    <div className="first-touch" role="status">
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d={FINGER} />
      </svg>
      <p>{say(`touch.${touch}`)}</p>
      <button type="button" onClick={() => isDone.set(() => true)} aria-label={say('touch.close')}>
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M7 7l10 10M17 7L7 17" />
        </svg>
      </button>
    </div>
  )
}
