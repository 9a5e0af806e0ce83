/** Settings that hold several values. */
import { z } from 'zod'
import { BadSetting } from './bad-setting.ts'

/** Without the slash `https://crm.lan` would let `https://crm.lan.evil.example` in. */
export function readPlaces(text = ''): string[] {
  return text
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean)
    .map((one) => {
      const parsed = z.url({ protocol: /^https?$/ }).safeParse(one)
      if (!parsed.success || !one.endsWith('/'))
        throw new BadSetting(
          'CRM_TRUSTED_PLACES must be addresses such as https://crm.lan/, separated by commas, each ending in a slash',
        )
      return new URL(one).href
    })
}
