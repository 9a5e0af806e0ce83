import { useEffect, useState } from 'react'
import { LockScreen, useClock } from '../../card/lock-screen.tsx'
import { addressOf, isPassLink, withDevice } from '../address.ts'
import { Banner } from '../banner.tsx'
import { Browser } from '../browser.tsx'
import { BROWSER_ICON, Frame, HomeScreen, SCAN_ICON, WALLET_ICON } from '../frame.tsx'
import { useSpeech } from '../speech.tsx'
import { useStore } from '../store.ts'
import { whenText } from '../when.ts'
import { AddSheet } from './add-sheet.tsx'
import type { ApplePhone } from './apple-phone.ts'
import { nearby, type Whereabouts, whereaboutsOf } from './near.ts'
import { NearControl } from './near-control.tsx'
import { PassScreen } from './pass-screen.tsx'
import { RefusedAlert } from './refused-alert.tsx'
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
  const clock = useClock(locale)
  const [screen, setScreen] = useState<Screen>(open ? { name: 'browser' } : { name: 'lock' })
  const [address, setAddress] = useState<string | null>(() => firstAddress(open, publicUrl))
  const onLink = (url: URL) => {
    if (!isPassLink(url)) return false
    void phone.download(url.href)
    return true
  }
  useEffect(() => {
    const url = open === null ? null : addressOf(open, location.href, publicUrl)
    if (url && isPassLink(url)) void phone.download(url.href)
  }, [open, phone, publicUrl])

  const pass = screen.name === 'pass' ? state.passes.find((one) => one.id === screen.passId) : undefined
  const tiles = notices.map((notice) => ({
    id: notice.id,
    title: notice.title,
    body: notice.body,
    icon: state.passes.find((one) => one.id === notice.passId)?.pictures.icon ?? null,
    when: whenText(notice.at, Date.now(), locale, say('now')),
  }))
  const [at, setAt] = useState<Whereabouts | null>(null)
  const places = whereaboutsOf(state.passes)
  // A card that is near lies on the lock screen alone: no sound, no banner, and it goes when the phone goes.
  const near =
    at === null
      ? []
      : nearby(state.passes, at).flatMap(({ passId, said }) => {
          const held = state.passes.find((one) => one.id === passId)
          return held
            ? [
                {
                  id: `near:${passId}`,
                  title: held.json.organizationName,
                  body: said || String(held.json['description']),
                  icon: held.pictures.icon ?? null,
                  when: '',
                },
              ]
            : []
        })
  const openNotice = (noticeId: string) => {
    if (noticeId.startsWith('near:')) return setScreen({ name: 'pass', passId: noticeId.slice('near:'.length) })
    const notice = notices.find((one) => one.id === noticeId)
    if (!notice) return
    phone.notices.set((old) => old.filter((one) => one.id !== noticeId))
    setScreen({ name: 'pass', passId: notice.passId })
  }
  const inkIsDark =
    !dark && (screen.name === 'browser' || screen.name === 'wallet' || (screen.name === 'pass' && pass !== undefined))
  return (
    <div className="phone-and-place">
      <Frame
        kind="iphone"
        dark={dark}
        ink={inkIsDark && !state.offered ? 'dark' : 'light'}
        onHome={() => setScreen({ name: 'home' })}
        onSide={() => setScreen(screen.name === 'lock' ? { name: 'home' } : { name: 'lock' })}
      >
        {screen.name === 'lock' && (
          <LockScreen
            device="apple"
            notifications={[...near, ...tiles]}
            {...clock}
            label={say('notices')}
            onOpen={openNotice}
          />
        )}
        {screen.name === 'home' && (
          <HomeScreen
            kind="iphone"
            hint={<Hint passes={state.passes.length} />}
            apps={[
              {
                key: 'browser',
                label: say('home.browser'),
                icon: BROWSER_ICON,
                onOpen: () => setScreen({ name: 'browser' }),
              },
              {
                key: 'wallet',
                label: say('home.wallet'),
                icon: WALLET_ICON,
                count: notices.length,
                onOpen: () => setScreen({ name: 'wallet' }),
              },
              {
                key: 'scan',
                label: say('home.scan'),
                icon: SCAN_ICON,
                onOpen: () => {
                  setAddress(null)
                  setScreen({ name: 'browser' })
                },
              },
            ]}
          />
        )}
        {screen.name === 'browser' && (
          <Browser device="iphone" address={address} publicUrl={publicUrl} onAddress={setAddress} onLink={onLink} />
        )}
        {(screen.name === 'wallet' || (screen.name === 'pass' && !pass)) && (
          <WalletScreen
            isReady={state.isReady}
            passes={state.passes}
            onOpen={(passId) => setScreen({ name: 'pass', passId })}
            onBrowse={() => setScreen({ name: 'browser' })}
          />
        )}
        {pass && (
          <PassScreen
            key={pass.id}
            pass={pass}
            phone={phone}
            dark={dark}
            isUpdating={state.isUpdating}
            onClose={() => setScreen({ name: 'wallet' })}
          />
        )}
        {state.offered && (
          <AddSheet
            pass={state.offered.pass}
            isKnown={state.passes.some((one) => one.id === state.offered?.pass.id)}
            onAnswer={(add) => {
              void phone.answerOffer(add).then((passId) => passId !== null && setScreen({ name: 'pass', passId }))
            }}
          />
        )}
        {state.refused && <RefusedAlert {...state.refused} onClose={phone.closeRefusal} />}
        {screen.name !== 'lock' && <Banner tiles={tiles} newestAt={notices[0]?.at ?? 0} onOpen={openNotice} />}
      </Frame>
      <NearControl
        places={places}
        at={at}
        onGo={(place) => {
          setAt(place)
          if (place) setScreen({ name: 'lock' })
        }}
      />
    </div>
  )
}

function firstAddress(open: string | null, publicUrl: string | undefined): string | null {
  const url = open === null ? null : addressOf(open, location.href, publicUrl)
  return url && url.origin === location.origin && !isPassLink(url) ? withDevice(url, 'iphone').href : null
}

function Hint({ passes }: { passes: number }) {
  const { say } = useSpeech()
  return <p>{passes === 0 ? say('home.hint') : say('home.cards', { count: passes })}</p>
}
