import { useEffect, useState } from 'react'
import { type LockNotification, LockScreen, useClock } from '../../card/lock-screen.tsx'
import { addressOf, isSaveLink, withDevice } from '../address.ts'
import { Banner } from '../banner.tsx'
import { Browser } from '../browser.tsx'
import { FirstTouch, type Touch } from '../first-touch.tsx'
import { Frame } from '../frame.tsx'
import { HomeScreen } from '../home-screen.tsx'
import { useSpeech } from '../speech.tsx'
import { useStore } from '../store.ts'
import { whenText } from '../when.ts'
import { CardScreen, CardsScreen } from './card-screens.tsx'
import type { GoogleCard, GoogleNotice, GooglePhone } from './google-phone.ts'

type Screen =
  | { name: 'lock' }
  | { name: 'home' }
  | { name: 'browser' }
  | { name: 'wallet' }
  | { name: 'card'; cardId: string; message?: boolean }
type AndroidProps = { phone: GooglePhone; dark: boolean; open: string | null; publicUrl?: string | undefined }

/** The Android phone: which screen it shows and what a tap leads to. */
export function Android({ phone, dark, open, publicUrl }: AndroidProps) {
  const { say, locale } = useSpeech()
  const state = useStore(phone.state)
  const notices = useStore(phone.notices)
  const clock = useClock(locale)
  const [screen, setScreen] = useState<Screen>(open ? { name: 'browser' } : { name: 'lock' })
  const [page, setPage] = useState<Touch>('page')
  const touch = screen.name === 'browser' ? page : screen.name === 'wallet' ? 'page' : screen.name
  const [address, setAddress] = useState<string | null>(() => {
    const url = open === null ? null : addressOf(open, location.href, publicUrl)
    return url && url.origin === location.origin ? withDevice(url, 'android').href : null
  })
  const onLink = (url: URL, isOpen: boolean) => {
    if (url.origin === location.origin && url.pathname.startsWith('/phone')) {
      setScreen({ name: 'wallet' })
      setAddress(null)
      return true
    }
    if (!isSaveLink(url) || url.searchParams.has('account') || url.origin !== location.origin) return false
    // The page of a link that was followed before it could be seen here: its button may be pressed by now.
    if (isOpen) phone.seeSavePage()
    else setAddress(phone.saveAddress(url.href))
    return !isOpen
  }
  const { arrivedId } = state
  useEffect(() => {
    if (arrivedId === null) return
    const timer = setTimeout(() => {
      setScreen(unlessLocked({ name: 'card', cardId: arrivedId }))
      setAddress(null)
      phone.seeArrived()
    }, 900)
    return () => clearTimeout(timer)
  }, [arrivedId, phone])

  const card = screen.name === 'card' ? state.cards.find((one) => one.id === screen.cardId) : undefined
  const tiles = noticeTiles(notices, state.cards, say, (at) => whenText(at, Date.now(), locale, say('now')))
  const openNotice = (noticeId: string) => {
    const notice = notices.find((one) => one.id === noticeId)
    if (!notice) return
    phone.notices.set((old) => old.filter((one) => one.id !== noticeId))
    setScreen({ name: 'card', cardId: notice.cardId, message: notice.kind === 'message' })
  }
  return (
    <div className="phone-and-place">
      <FirstTouch touch={touch} />
      <Frame
        kind="android"
        dark={dark}
        ink={dark || screen.name === 'lock' || screen.name === 'home' ? 'light' : 'dark'}
        onHome={() => setScreen({ name: 'home' })}
        onSide={() => setScreen(screen.name === 'lock' ? { name: 'home' } : { name: 'lock' })}
      >
        {screen.name === 'lock' && (
          <LockScreen
            device="google"
            notifications={tiles}
            {...clock}
            label={say('notices')}
            onOpen={openNotice}
            unlock={{ label: say('unlock'), onUnlock: () => setScreen({ name: 'home' }) }}
          />
        )}
        {screen.name === 'home' && (
          <HomeScreen
            kind="android"
            cards={state.cards.length}
            notices={notices.length}
            onBrowse={() => setScreen({ name: 'browser' })}
            onWallet={() => setScreen({ name: 'wallet' })}
            onScan={() => {
              setAddress(null)
              setScreen({ name: 'browser' })
            }}
          />
        )}
        {screen.name === 'browser' && (
          <Browser device="android" {...{ address, publicUrl, onLink }} onAddress={setAddress} onTouch={setPage} />
        )}
        {(screen.name === 'wallet' || (screen.name === 'card' && !card)) && (
          <CardsScreen
            isReady={state.isReady}
            cards={state.cards}
            onOpen={(cardId) => setScreen({ name: 'card', cardId })}
            onBrowse={() => setScreen({ name: 'browser' })}
          />
        )}
        {card && screen.name === 'card' && (
          <CardScreen
            key={card.id}
            card={card}
            dark={dark}
            isMessageOpen={screen.message === true}
            onMessage={(message) => setScreen({ ...screen, message })}
            onClose={() => setScreen({ name: 'wallet' })}
            onRemove={() => void phone.remove(card.id).then(() => setScreen({ name: 'wallet' }))}
          />
        )}
        {screen.name !== 'lock' && <Banner tiles={tiles} newestAt={notices[0]?.at ?? 0} onOpen={openNotice} />}
      </Frame>
    </div>
  )
}

/** What arrives while the phone is locked does not unlock it. */
const unlessLocked =
  (next: Screen) =>
  (now: Screen): Screen =>
    now.name === 'lock' ? now : next

function noticeTiles(
  notices: readonly GoogleNotice[],
  cards: readonly GoogleCard[],
  say: ReturnType<typeof useSpeech>['say'],
  whenText: (at: number) => string,
): LockNotification[] {
  return notices.map(({ id, cardId, kind, at }) => {
    const view = cards.find((one) => one.id === cardId)?.view
    return {
      id,
      title: view ? view.issuer : say('home.wallet'),
      body: say(kind === 'message' ? 'google.new_message' : 'google.card_changed', { name: view?.programName ?? '' }),
      icon: view?.programLogo ?? null,
      when: whenText(at),
    }
  })
}
