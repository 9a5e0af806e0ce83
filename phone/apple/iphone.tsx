import { useEffect, useState } from 'react'
import { type LockNotification, LockScreen, useClock } from '../../card/lock-screen.tsx'
import { addressOf, isPassLink, withDevice } from '../address.ts'
import { Banner } from '../banner.tsx'
import { Browser } from '../browser.tsx'
import { FirstTouch, type Touch } from '../first-touch.tsx'
import { Frame } from '../frame.tsx'
import { HomeScreen } from '../home-screen.tsx'
import { useSpeech } from '../speech.tsx'
import { useStore } from '../store.ts'
import { whenText } from '../when.ts'
import { AddSheet } from './add-sheet.tsx'
import type { ApplePhone } from './apple-phone.ts'
import { nearTiles, noticeTiles, passOfNearTile } from './lock-notices.ts'
import { type Whereabouts, whereaboutsOf } from './near.ts'
import { NearControl } from './near-control.tsx'
import { PassScreen } from './pass-screen.tsx'
import { RefusedAlert } from './refused-alert.tsx'
import type { AppleState } from './wallet-state.ts'
import { WalletScreen } from './wallet-screen.tsx'

type Screen =
  | { name: 'lock' }
  | { name: 'home' }
  | { name: 'browser' }
  | { name: 'wallet' }
  | { name: 'pass'; passId: string }
type IphoneProps = { phone: ApplePhone; dark: boolean; open: string | null; publicUrl?: string | undefined }

/** The iPhone: which screen it shows and what a tap leads to. */
export function Iphone({ phone, dark, open, publicUrl }: IphoneProps) {
  const { say, locale } = useSpeech()
  const state = useStore(phone.state)
  const notices = useStore(phone.notices)
  const [screen, setScreen] = useState<Screen>(open ? { name: 'browser' } : { name: 'lock' })
  const [at, setAt] = useState<Whereabouts | null>(null)
  const [page, setPage] = useState<Touch>('page')
  const shown = screen.name === 'browser' ? page : screen.name === 'pass' ? 'card' : screen.name
  const touch = state.offered ? 'add' : shown === 'wallet' ? 'page' : shown
  useEffect(() => {
    const url = open === null ? null : addressOf(open, location.href, publicUrl)
    if (url && isPassLink(url)) void phone.download(url.href)
  }, [open, phone, publicUrl])

  const tiles = noticeTiles(notices, state.passes, (time) => whenText(time, Date.now(), locale, say('now')))
  const openNotice = (noticeId: string) => {
    const nearId = passOfNearTile(noticeId)
    const passId = nearId ?? notices.find((one) => one.id === noticeId)?.passId
    if (passId === undefined) return
    if (nearId === undefined) phone.notices.set((old) => old.filter((one) => one.id !== noticeId))
    setScreen({ name: 'pass', passId })
  }
  return (
    <div className="phone-and-place">
      <FirstTouch touch={touch} />
      <Frame
        kind="iphone"
        dark={dark}
        ink={!dark && hasLightBackground(screen, state) && !state.offered ? 'dark' : 'light'}
        onHome={() => setScreen({ name: 'home' })}
        onSide={() => setScreen(screen.name === 'lock' ? { name: 'home' } : { name: 'lock' })}
      >
        <OpenScreen
          {...{ phone, state, screen, dark, open, publicUrl }}
          lockTiles={[...nearTiles(state.passes, at), ...tiles]}
          notices={notices.length}
          onNotice={openNotice}
          onScreen={setScreen}
          onTouch={setPage}
        />
        {state.offered && (
          <AddSheet
            pass={state.offered.pass}
            isKnown={state.passes.some((one) => one.id === state.offered?.pass.id)}
            onAnswer={(add) => {
              void phone.answerOffer(add).then((passId) => {
                // What is added while the phone is being locked does not unlock it.
                if (passId !== null) setScreen((now) => (now.name === 'lock' ? now : { name: 'pass', passId }))
              })
            }}
          />
        )}
        {state.refused && <RefusedAlert {...state.refused} onClose={phone.closeRefusal} />}
        {screen.name !== 'lock' && <Banner tiles={tiles} newestAt={notices[0]?.at ?? 0} onOpen={openNotice} />}
      </Frame>
      <NearControl
        places={whereaboutsOf(state.passes)}
        at={at}
        onGo={(place) => {
          setAt(place)
          if (place) setScreen({ name: 'lock' })
        }}
      />
    </div>
  )
}

type OpenScreenProps = IphoneProps & {
  state: AppleState
  screen: Screen
  lockTiles: readonly LockNotification[]
  notices: number
  onNotice: (noticeId: string) => void
  onScreen: (screen: Screen) => void
  onTouch: (touch: Touch) => void
}

function OpenScreen({ phone, state, screen, dark, open, publicUrl, onScreen, onTouch, ...lock }: OpenScreenProps) {
  const { say, locale } = useSpeech()
  const clock = useClock(locale)
  const [address, setAddress] = useState<string | null>(() => firstAddress(open, publicUrl))
  const onLink = (url: URL) => {
    if (!isPassLink(url)) return false
    void phone.download(url.href)
    return true
  }
  const browse = () => onScreen({ name: 'browser' })
  if (screen.name === 'lock')
    return (
      <LockScreen
        device="apple"
        notifications={lock.lockTiles}
        {...clock}
        label={say('notices')}
        onOpen={lock.onNotice}
        unlock={{ label: say('unlock'), onUnlock: () => onScreen({ name: 'home' }) }}
      />
    )
  if (screen.name === 'home')
    return (
      <HomeScreen
        kind="iphone"
        cards={state.passes.length}
        notices={lock.notices}
        onBrowse={browse}
        onWallet={() => onScreen({ name: 'wallet' })}
        onScan={() => {
          setAddress(null)
          browse()
        }}
      />
    )
  if (screen.name === 'browser')
    return <Browser device="iphone" {...{ address, publicUrl, onLink, onTouch }} onAddress={setAddress} />
  const pass = openPass(screen, state)
  if (!pass)
    return (
      <WalletScreen
        isReady={state.isReady}
        passes={state.passes}
        onOpen={(passId) => onScreen({ name: 'pass', passId })}
        onBrowse={browse}
      />
    )
  return (
    <PassScreen
      key={pass.id}
      pass={pass}
      phone={phone}
      dark={dark}
      isUpdating={state.isUpdating}
      onClose={() => onScreen({ name: 'wallet' })}
    />
  )
}

const openPass = (screen: Screen, { passes }: AppleState) =>
  screen.name === 'pass' ? passes.find((one) => one.id === screen.passId) : undefined

/** Screens with a light background in the light theme. */
const hasLightBackground = (screen: Screen, state: AppleState) =>
  screen.name === 'browser' || screen.name === 'wallet' || openPass(screen, state) !== undefined

function firstAddress(open: string | null, publicUrl: string | undefined): string | null {
  const url = open === null ? null : addressOf(open, location.href, publicUrl)
  return url && url.origin === location.origin && !isPassLink(url) ? withDevice(url, 'iphone').href : null
}
