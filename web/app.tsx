import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { notificationsStore } from '@mantine/notifications'
import { useMediaQuery } from '@mantine/hooks'
import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { RouterProvider } from '@tanstack/react-router'
import { queryClient } from './base/query.ts'
import { useStore } from './base/store.ts'
import { useSupportAsked } from './base/support.ts'
import { cssVariables, PHONE, theme } from './base/theme.ts'
import { withWords } from './base/words.ts'
import { router } from './routes.ts'
import { useIsOfferHere } from './base/offer-gate.ts'

/** Loaded with the first toast. */
const Toasts = lazy(() => import('./base/toasts.tsx').then((file) => ({ default: file.Toasts })))

const loadOffer = withWords(() => import('./platform/users/offer-dialog.tsx'), 'offer')
const OfferDialog = lazy(() => loadOffer().then((file) => ({ default: file.OfferDialog })))

const loadSupport = withWords(() => import('./platform/support/dialog.tsx'), 'support')
const SupportDialog = lazy(() => loadSupport().then((file) => ({ default: file.SupportDialog })))

/**
 * The page's nonce lets libraries write their few style tags. The browser hides it from selectors, so a meta tag has
 * it too.
 */
const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? ''
Object.assign(globalThis, { __webpack_nonce__: nonce })

const schemes = localStorageColorSchemeManager({ key: 'kartoteka.scheme' })

export function App() {
  const isPhone = useMediaQuery(PHONE, undefined, { getInitialValueInEffect: false })
  const isOfferHere = useIsOfferHere()
  const supportAsked = useSupportAsked()
  const areToastsWanted = useFirstToast()
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      getStyleNonce={() => nonce}
      colorSchemeManager={schemes}
      defaultColorScheme="auto"
    >
      <QueryClientProvider client={queryClient}>
        {areToastsWanted && (
          <Suspense fallback={null}>
            <Toasts isPhone={isPhone} />
          </Suspense>
        )}
        <RouterProvider router={router} />
        {isOfferHere && (
          <Suspense fallback={null}>
            <OfferDialog />
          </Suspense>
        )}
        {supportAsked && (
          <Suspense fallback={null}>
            <SupportDialog key={JSON.stringify(supportAsked)} asked={supportAsked} />
          </Suspense>
        )}
      </QueryClientProvider>
    </MantineProvider>
  )
}

const areToastsShown = {
  subscribe: (listener: () => void) => notificationsStore.subscribe(listener),
  get: () => notificationsStore.getState().notifications.length > 0,
}

/** True from the first toast on. */
function useFirstToast(): boolean {
  const [isWanted, setIsWanted] = useState(false)
  const isOneThere = useStore(areToastsShown)
  if (isOneThere && !isWanted) setIsWanted(true)
  return isWanted
}
