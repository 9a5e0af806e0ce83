/** The device of a visitor, as far as the headers of a request show it. */
export const DEVICES = ['iphone', 'android', 'mac', 'desktop', 'inapp-ios', 'inapp-android'] as const
export type Device = (typeof DEVICES)[number]

/** Values of `?device=`, by which a visitor corrects what the headers show. */
export const DEVICE_CHOICES = ['iphone', 'android', 'desktop'] as const
export type DeviceChoice = (typeof DEVICE_CHOICES)[number]

/** Request headers `sec-ch-ua-platform` and `sec-ch-ua-mobile`, as they came. */
export type PlatformHints = { platform?: string | undefined; mobile?: string | undefined }

const IN_APP = new RegExp(
  [
    'Instagram',
    'FBAN|FBAV|FB_IAB|FBIOS',
    'Telegram',
    String.raw`VKAndroidApp|VKiOS|VKClient|com\.vk\.|\bvk_|\bVK\/`,
    String.raw`\bLine\/`,
    'MicroMessenger',
    'musical_ly|BytedanceWebview|TikTok',
    'Snapchat',
    'Pinterest',
    'LinkedInApp',
    'Viber',
    'OKApp|odnoklassniki',
  ].join('|'),
  'i',
)
/** Every browser of iOS that is not an app's web view names itself. */
const IOS_BROWSER = /Safari\/|CriOS|FxiOS|EdgiOS|OPiOS|OPT\/|YaBrowser|DuckDuckGo/
const NOT_SAFARI = /Chrome|Chromium|Firefox|Edg|OPR|YaBrowser/

/**
 * @param override the value of `?device=`; anything but a choice is ignored. In an app's own browser a choice of the
 * same system keeps the kind, because the hint on how to leave the app is still needed.
 */
export function deviceOf(userAgent: string, override?: string | null, hints: PlatformHints = {}): Device {
  const seen = seenDevice(userAgent, hints)
  if (override === 'iphone') return seen === 'inapp-ios' ? seen : 'iphone'
  if (override === 'android') return seen === 'inapp-android' ? seen : 'android'
  return override === 'desktop' ? 'desktop' : seen
}

/** The choice of the link "I have another phone"; none where both phones are on the page already. */
export function otherChoice(device: Device): DeviceChoice | null {
  if (device === 'iphone' || device === 'inapp-ios') return 'android'
  if (device === 'android' || device === 'inapp-android') return 'iphone'
  return null
}

function seenDevice(userAgent: string, hints: PlatformHints): Device {
  const platform = hints.platform?.replaceAll('"', '') ?? ''
  const isMac = userAgent.includes('Macintosh')
  if (/iPhone|iPad|iPod/.test(userAgent) || platform === 'iOS' || (isMac && isIpadAsMac(userAgent))) {
    return IN_APP.test(userAgent) || !IOS_BROWSER.test(userAgent) ? 'inapp-ios' : 'iphone'
  }
  if ((/Android/.test(userAgent) && !/Windows/.test(userAgent)) || (platform === 'Android' && hints.mobile !== '?0')) {
    return IN_APP.test(userAgent) || /; wv\)/.test(userAgent) ? 'inapp-android' : 'android'
  }
  return isMac && userAgent.includes('Safari/') && !NOT_SAFARI.test(userAgent) ? 'mac' : 'desktop'
}

/**
 * An iPad identifies as a Macintosh. Its browsers other than Safari and the web views can be recognised; Safari cannot,
 * and gets the page of a Mac, which shows the QR code beside the button.
 */
function isIpadAsMac(userAgent: string): boolean {
  return /CriOS|FxiOS|EdgiOS|OPiOS|Mobile\/\w+/.test(userAgent)
}
