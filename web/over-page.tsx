/** What lies over the pages of an account: running work, and the payment dialog. Loaded behind the page. */
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import type { Cabinet } from '../contract/platform/cabinets.ts'
import { useRaisedBanner } from './base/account-banner.ts'
import { withWords } from './base/words.ts'
import { JobsTray } from './shell/jobs-tray.tsx'

const loadPayDialog = withWords(() => import('./business/finance/pay-dialog.tsx'), 'payments', 'bills', 'plans')
const PayDialog = lazy(() => loadPayDialog().then((file) => ({ default: file.PayDialog })))

export function OverPage({ cabinet }: { cabinet: Cabinet }) {
  const pay = usePayAsked()
  return (
    <>
      <JobsTray cabinet={cabinet} />
      {pay.isAsked && (
        <Suspense fallback={null}>
          <PayDialog onClose={pay.close} />
        </Suspense>
      )}
    </>
  )
}

/** The refusal that was answered last: one from before this file was there opens the dialog too, but only once. */
let seen = 0

/** Asked for by each refusal of an account without money. Where the focus was, it goes again. */
function usePayAsked(): { isAsked: boolean; close: () => void } {
  const raised = useRaisedBanner()
  const before = useRef<Element | null>(null)
  const [isAsked, setIsAsked] = useState(false)
  useEffect(() => {
    const times = raised?.times ?? 0
    const isNew = times !== seen
    seen = times
    if (!isNew || (raised?.code !== 'account_limited' && raised?.code !== 'demo_over')) return
    before.current = document.activeElement
    setIsAsked(true)
  }, [raised])
  const close = () => {
    setIsAsked(false)
    // The dialog still keeps the focus inside of itself.
    requestAnimationFrame(() => giveFocus(before.current))
  }
  return { isAsked, close }
}

/** What was pressed may be off by now, or drawn anew: then the way out in the banner, else the page. */
function giveFocus(to: Element | null): void {
  if (to instanceof HTMLElement && to !== document.body) to.focus({ preventScroll: true })
  if (to === document.body || document.activeElement !== to)
    document.querySelector<HTMLElement>('[data-state=limited] a, main')?.focus({ preventScroll: true })
}
