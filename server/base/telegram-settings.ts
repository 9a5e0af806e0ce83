/** Where the bots of businesses are asked. */
import { z } from 'zod'

const Address = z
  .url({ protocol: /^https?$/, error: 'must be an address such as https://api.telegram.org' })
  .transform((text) => text.replace(/\/+$/, ''))
  .optional()

export const TELEGRAM_SETTINGS = {
  TELEGRAM: z.enum(['emulated', 'real'], { error: 'must be one of emulated, real' }).optional(),
  TELEGRAM_URL: Address,
  TELEGRAM_LINK_URL: Address,
}
type TelegramSettings = z.infer<z.ZodObject<typeof TELEGRAM_SETTINGS>> & { SMS_PROVIDERS: 'emulated' | 'real' }

/** @returns undefined: emulated. Where it is not set, bots are as real as the SMS providers of businesses. */
export function readTelegram({
  TELEGRAM,
  TELEGRAM_URL: url = 'https://api.telegram.org',
  TELEGRAM_LINK_URL: linkUrl = 'https://t.me',
  SMS_PROVIDERS,
}: TelegramSettings): { url: string; linkUrl: string } | undefined {
  return (TELEGRAM ?? SMS_PROVIDERS) === 'real' ? { url, linkUrl } : undefined
}
