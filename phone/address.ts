/** Turns what a person types or pastes as an address into a link this page can open. */
import { reachable } from './outside.ts'

export type Device = 'iphone' | 'android'

/** @returns null when the text is no address */
export function addressOf(text: string, pageUrl: string, publicUrl?: string): URL | null {
  const typed = text.trim()
  if (typed === '') return null
  const hasHostOnly =
    !typed.includes('://') && /^([\w-]+\.)+[\w-]+(:\d+)?([/?#]|$)|^localhost(:\d+)?([/?#]|$)/.test(typed)
  const full = hasHostOnly ? `${new URL(pageUrl).protocol}//${typed}` : typed
  if (!URL.canParse(full, pageUrl)) return null
  const url = new URL(reachable(full, pageUrl, publicUrl))
  return /^https?:$/.test(url.protocol) ? url : null
}

/** Our own pages get the phone's kind as a parameter; pages of others are not changed. */
export function isOwnPage(url: URL): boolean {
  return !url.pathname.startsWith('/outside/') && !url.pathname.startsWith('/phone')
}

export function withDevice(url: URL, device: Device): URL {
  const address = new URL(url)
  if (isOwnPage(address)) address.searchParams.set('device', device)
  return address
}

export const isPassLink = (url: URL): boolean => url.pathname.endsWith('.pkpass')
export const isSaveLink = (url: URL): boolean => url.pathname.includes('/gp/v/save/')
