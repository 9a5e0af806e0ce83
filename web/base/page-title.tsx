/** Names the page: in the browser's tab and in the breadcrumbs of the top bar. */
import { useEffect } from 'react'
import { createStore, useStore } from './store.ts'

/** `text` is undefined while the name is loading. `to` is a path of the hash. */
export type Crumb = { text: string | undefined; to?: string | undefined }

const BRAND = 'Kartoteka'
const crumbs = createStore<readonly Crumb[]>([])
let unread = 0

function writeTitle(): void {
  const title = crumbs.get().at(-1)?.text
  const text = title ? `${title} · ${BRAND}` : BRAND
  document.title = unread > 0 ? `(${unread}) ${text}` : text
}

/** The number of unread notices is in the title too, so that it shows on a tab in the background. */
export function useUnreadTitle(count: number): void {
  useEffect(() => {
    unread = count
    writeTitle()
    return () => {
      unread = 0
      writeTitle()
    }
  }, [count])
}

/** The crumb of a page's subject; none if its name could not be loaded. */
export function crumbOf(read: { isError: boolean }, text: string | undefined): readonly Crumb[] {
  return text === undefined && read.isError ? [] : [{ text }]
}

/** Breadcrumbs after the cabinet's name, `[{ text: 'Cards', to: '/coffeelab/cards' }, { text: template?.name }]`. */
export function useBreadcrumbs(own: readonly Crumb[]): void {
  const key = JSON.stringify(own.map((crumb) => [crumb.text, crumb.to]))
  useEffect(() => {
    crumbs.set(
      (JSON.parse(key) as [string | null, string | null][]).map(([text, to]) => ({
        text: text ?? undefined,
        to: to ?? undefined,
      })),
    )
    writeTitle()
  }, [key])
}

export function useShownBreadcrumbs(): readonly Crumb[] {
  return useStore(crumbs)
}
