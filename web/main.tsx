/** The cabinet: chooses the language, then draws the app around the router. */
import '@fontsource-variable/inter/wght.css'
import '@fontsource/jetbrains-mono/400.css'
import '@mantine/core/styles.layer.css'
import '@mantine/notifications/styles.layer.css'
import './base/theme.css'
import '../card/card.css'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { onSessionEnd } from './base/session.ts'
import { startWords } from './base/words.ts'
import { queryClient } from './base/query.ts'
import { rememberWay } from './base/way-back.ts'
import { router } from './routes.tsx'

onSessionEnd((end) => {
  if (end === 'refused') rememberWay(router.state.location.href)
  queryClient.clear()
  void router.navigate({ to: '/login', replace: true, search: end === 'refused' ? { ended: '1' } : {} })
})

await startWords()
const root = document.getElementById('root')
if (root) createRoot(root).render(<App />)
