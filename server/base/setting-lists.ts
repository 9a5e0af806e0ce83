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

const Applications = z.record(
  z.string().regex(/^[a-z0-9-]{1,40}$/),
  z.object({ clientId: z.string().min(1).max(500), clientSecret: z.string().min(1).max(500) }),
)
export type Applications = Readonly<z.infer<typeof Applications>>

/** Our applications at vendors that are entered by consent, by the name of the system. */
export function readApplications(text = '{}'): Applications {
  try {
    return Applications.parse(JSON.parse(text))
  } catch {
    // Its words are not quoted: they hold a secret.
    throw new BadSetting('CRM_APPLICATIONS must be JSON such as {"loyverse": {"clientId": "…", "clientSecret": "…"}}')
  }
}
