/** Texts of the audit log: one for every call that leaves a row in it. */
import { useTranslation } from 'react-i18next'
import type { ALL_ROOMS } from '../../../contract/all.ts'

type Room = keyof typeof ALL_ROOMS

export type Deed = { value: string; label: string }
export type DeedGroup = { group: string; items: Deed[] }

export function useDeeds() {
  const { t, i18n } = useTranslation()
  return {
    /** Undefined for a call that no longer exists. */
    sentenceOf: (call: string): string | undefined =>
      i18n.exists(`deeds.${call}`) ? t(`deeds.${call}` as 'deeds.clients.saveClient') : undefined,
    titleOf: (room: string): string => t(`deeds.rooms.${room as Room}`),
    compare: new Intl.Collator(i18n.language).compare,
  }
}
type Say = ReturnType<typeof useDeeds>

/** Calls by room, both sorted in the reader's language. */
export function groupDeeds(calls: readonly string[], { sentenceOf, titleOf, compare }: Say): DeedGroup[] {
  const roomOf = (call: string) => call.split('.')[0] ?? ''
  const itemsOf = (room: string) =>
    calls.filter((call) => roomOf(call) === room).map((call) => ({ value: call, label: sentenceOf(call) ?? call }))
  return [...new Set(calls.map((call) => roomOf(call)))]
    .map((room) => ({
      group: titleOf(room),
      items: itemsOf(room).sort((left, right) => compare(left.label, right.label)),
    }))
    .sort((left, right) => compare(left.group, right.group))
}

/** Calls whose text, name or room contains the search; empty rooms are left out. */
export function findDeeds(groups: readonly DeedGroup[], text: string): DeedGroup[] {
  const wanted = text.trim().toLocaleLowerCase()
  const has = (said: string) => said.toLocaleLowerCase().includes(wanted)
  return groups.flatMap(({ group, items }) => {
    const found = has(group) ? items : items.filter(({ value, label }) => has(label) || has(value))
    return found.length > 0 ? [{ group, items: found }] : []
  })
}
