/** The back office: chooses the language, then renders the app around the router. */
import '@fontsource-variable/inter/wght.css'
import '@fontsource/jetbrains-mono/400.css'
import '@mantine/core/styles.layer.css'
import '@mantine/notifications/styles.layer.css'
import './base/theme.css'
import './base/touch.css'
import '../card/card.css'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { hasUnsavedChanges } from './base/leave.tsx'
import { onOfferAsked, showOfferHere } from './base/offer-gate.ts'
import { watchFaults } from './base/report.ts'
import { onSessionEnd } from './base/session.ts'
import { startWords } from './base/words.ts'
import { queryClient } from './base/query.ts'
import { rememberReturnPath, takeReturnPath } from './base/return-path.ts'
import { router } from './routes.ts'

watchFaults()

onSessionEnd((end) => {
  if (end === 'refused') rememberReturnPath(router.state.location.href)
  // The next user may be another one.
  else takeReturnPath()
  queryClient.clear()
  // Logging out has already warned about unsaved changes.
  void router.navigate({
    to: '/login',
    replace: true,
    search: end === 'refused' ? { ended: '1' } : {},
    ignoreBlocker: end === 'left',
  })
})

onOfferAsked(() => {
  const { pathname, href } = router.state.location
  if (pathname === '/offer' || pathname === '/logout') return
  if (hasUnsavedChanges()) return showOfferHere(true)
  rememberReturnPath(href)
  void router.navigate({ to: '/offer', replace: true })
})

await startWords()
// Words and routes are much work at once: between them the browser may answer.
await new Promise((resolve) => setTimeout(resolve))
// The frame that `index.html` draws stays until the first page can replace it: what fails is shown in its place.
await router.load()
const root = document.getElementById('root')
if (root) createRoot(root).render(<App />)

/** A page that needs them sooner loads them itself; the browser of an iPhone knows no idle time. */
const loadAhead = () => void import('./base/controls-ahead.ts').catch(() => undefined)
if ('requestIdleCallback' in window) requestIdleCallback(loadAhead, { timeout: 5_000 })
else addEventListener('load', loadAhead)
