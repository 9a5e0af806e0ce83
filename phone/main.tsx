/**
 * The test phone: an iPhone and an Android phone that install cards and show messages over the wallets' public
 * protocols.
 */
import '@fontsource-variable/inter'
import '../card/card.css'
import './phone.css'
import { createRoot } from 'react-dom/client'
import { tagOf } from '../words/words.ts'
import { startApplePhone } from './apple/apple-phone.ts'
import { PhonesPage } from './phones-page.tsx'
import { startGooglePhone } from './google/google-phone.ts'
import { createLog } from './log.ts'
import { readOutside } from './outside.ts'
import { firstLanguage } from './speech.tsx'
import { createStore } from './store.ts'

const lang = createStore(firstLanguage())
const outside = await readOutside()
const root = createRoot(document.getElementById('root') as HTMLElement)
if (outside === null) root.render(<PhonesPage lang={lang} />)
else {
  const { appleCourierUrl, googleDeviceUrl, publicUrl } = outside
  const apple =
    appleCourierUrl === undefined
      ? undefined
      : startApplePhone({ ...outside, appleCourierUrl }, createLog('apple.log'), () => tagOf(lang.get()))
  const google =
    googleDeviceUrl === undefined
      ? undefined
      : startGooglePhone({ ...outside, googleDeviceUrl }, createLog('google.log'))
  root.render(<PhonesPage lang={lang} apple={apple} google={google} publicUrl={publicUrl} />)
}
