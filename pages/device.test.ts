import { expect, test } from 'vitest'
import { type Device, deviceOf, otherChoice, type PlatformHints } from './device.ts'

const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const PIXEL = 'Mozilla/5.0 (Linux; Android 15; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko)'
const WEBVIEW =
  'Mozilla/5.0 (Linux; Android 14; SM-S918B Build/UP1A; wv) AppleWebKit/537.36 (KHTML, like Gecko) ' +
  'Version/4.0 Chrome/130.0.0.0 Mobile Safari/537.36'

const table: [what: string, userAgent: string, expected: Device, hints?: PlatformHints][] = [
  ['Safari of an iPhone', `${IPHONE} Version/18.1 Mobile/15E148 Safari/604.1`, 'iphone'],
  ['Chrome of an iPhone', `${IPHONE} CriOS/130.0 Mobile/15E148 Safari/604.1`, 'iphone'],
  [
    'an iPad under its own name',
    'Mozilla/5.0 (iPad; CPU OS 12_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) ' +
      'Version/12.1 Mobile/15E148 Safari/604.1',
    'iphone',
  ],
  ['Chrome of an iPad that calls itself a Macintosh', `${MAC} CriOS/130.0 Version/18.1 Safari/604.1`, 'iphone'],
  ['Instagram on an iPad that calls itself a Macintosh', `${MAC} Mobile/15E148 Instagram 350.0.0.30`, 'inapp-ios'],
  ['a platform hint that says iOS', `${MAC} Version/18.1 Safari/605.1.15`, 'iphone', { platform: '"iOS"' }],
  ['Safari of a Mac, and of an iPad, which tells nothing more', `${MAC} Version/18.1 Safari/605.1.15`, 'mac'],
  [
    'Chrome of a Mac',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) ' +
      'Chrome/130.0.0.0 Safari/537.36',
    'desktop',
  ],
  [
    'Firefox of a Mac',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:131.0) Gecko/20100101 Firefox/131.0',
    'desktop',
  ],
  [
    'Windows',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) ' +
      'Chrome/130.0.0.0 Safari/537.36 Edg/130.0',
    'desktop',
  ],
  [
    'a Chromebook',
    'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36',
    'desktop',
  ],
  ['Chrome of Android', `${PIXEL} Chrome/130.0.0.0 Mobile Safari/537.36`, 'android'],
  ['Samsung Internet', `${PIXEL} SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36`, 'android'],
  [
    'a platform hint that says Android',
    'Mozilla/5.0 (X11; Linux x86_64)',
    'android',
    { platform: '"Android"', mobile: '?1' },
  ],
  [
    'a phone that asks for the desktop page',
    'Mozilla/5.0 (X11; Linux x86_64)',
    'desktop',
    { platform: '"Android"', mobile: '?0' },
  ],
  ['Instagram on iOS', `${IPHONE} Mobile/22B83 Instagram 356.0.0.29.98 (iPhone15,2; iOS 18_1; de_DE)`, 'inapp-ios'],
  ['Facebook on iOS', `${IPHONE} Mobile/22B83 [FBAN/FBIOS;FBAV/487.0.0.34.106]`, 'inapp-ios'],
  ['Telegram on iOS', `${IPHONE} Version/18.1 Mobile/15E148 Safari/604.1 Telegram-iOS/11.3`, 'inapp-ios'],
  ['VK on iOS', `${IPHONE} Mobile/22B83 com.vk.vkclient/8.97`, 'inapp-ios'],
  ['any other web view of iOS', `${IPHONE} Mobile/15E148`, 'inapp-ios'],
  ['Instagram on Android', `${WEBVIEW} Instagram 356.0.0.41.101 Android`, 'inapp-android'],
  ['Facebook on Android', `${WEBVIEW} [FB_IAB/FB4A;FBAV/487.0.0.52.74;]`, 'inapp-android'],
  [
    'Telegram on Android',
    `${PIXEL} Chrome/130.0.0.0 Mobile Safari/537.36 Telegram-Android/11.3.4 (Google Pixel 8; Android 15; SDK 35; HIGH)`,
    'inapp-android',
  ],
  ['VK on Android', `${PIXEL} Chrome/130.0.0.0 Mobile Safari/537.36 VKAndroidApp/8.101-22000`, 'inapp-android'],
  ['any other web view of Android', WEBVIEW, 'inapp-android'],
  ['a request without a name', '', 'desktop'],
]

test.each(table)('%s is recognised', (_, userAgent, expected, hints) => {
  expect(deviceOf(userAgent, undefined, hints)).toBe(expected)
})

test('what the visitor chose wins over the headers, and nonsense is ignored', () => {
  const desktop = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)'
  expect(deviceOf(desktop, 'iphone')).toBe('iphone')
  expect(deviceOf(desktop, 'android')).toBe('android')
  expect(deviceOf(`${IPHONE} Version/18.1 Mobile/15E148 Safari/604.1`, 'desktop')).toBe('desktop')
  expect(deviceOf(desktop, 'fridge')).toBe('desktop')
  expect(deviceOf(desktop, '')).toBe('desktop')
})

test('a choice of the same system leaves the hint on how to leave an app in place', () => {
  expect(deviceOf(`${IPHONE} Mobile/22B83 Instagram 356.0`, 'iphone')).toBe('inapp-ios')
  expect(deviceOf(`${IPHONE} Mobile/22B83 Instagram 356.0`, 'android')).toBe('android')
  expect(deviceOf(WEBVIEW, 'android')).toBe('inapp-android')
})

test('the other phone is offered only where one phone is on the page', () => {
  expect(
    ['iphone', 'inapp-ios', 'android', 'inapp-android', 'mac', 'desktop'].map((one) => otherChoice(one as Device)),
  ).toEqual(['android', 'android', 'iphone', 'iphone', null, null])
})
