/**
 * The state of the notifications page in the address: filters, the page number, and one that an email or a toast links
 * to.
 */
import { useNavigate, useSearch } from '@tanstack/react-router'
import { PAGE_SIZES } from '../../../contract/limits.ts'
import { NOTIFICATION_TYPES, type NotificationType } from '../../../contract/platform/notifications.ts'
import type { ListQuery } from './data.ts'

export type ListState = {
  isUnreadOnly: boolean
  type: NotificationType | undefined
  page: number | undefined
  id: string | undefined
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Invalid values are left out. */
export function readListState(search: Readonly<Record<string, string | undefined>>): ListState {
  const page = Number(search.page)
  return {
    isUnreadOnly: search.unread === 'true',
    type: NOTIFICATION_TYPES.find((type) => type === search.type),
    page: Number.isInteger(page) && page > 0 ? page : undefined,
    id: UUID.test(search.id ?? '') ? search.id : undefined,
  }
}

/** The query of the call. A linked notification decides the page, until the user goes to another one. */
export function queryOf({ isUnreadOnly, type, page, id }: ListState): ListQuery {
  return {
    limit: PAGE_SIZES[0],
    ...(isUnreadOnly && { unread: 'true' as const }),
    ...(type && { type }),
    ...(page === undefined ? id && { id } : { page }),
  }
}

export function useListState() {
  const state = readListState(useSearch({ strict: false }) as Record<string, string>)
  const navigate = useNavigate()
  const go = (next: Partial<ListState>) => {
    const { isUnreadOnly, type, page, id } = { ...state, id: undefined, page: undefined, ...next }
    void navigate({
      to: '.',
      replace: true,
      resetScroll: next.page !== undefined,
      search: { ...(isUnreadOnly && { unread: 'true' }), type, page, id } as never,
    })
  }
  return { ...state, go }
}
