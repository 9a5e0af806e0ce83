/** Texts of the audit log: one for every call that leaves a row in it. */
import { useTranslation } from 'react-i18next'
import type { ALL_ROOMS } from '../../../contract/all.ts'
import { useActionText } from '../../parts/action-text.ts'

type Room = keyof typeof ALL_ROOMS

export type Action = { value: string; label: string }
export type ActionGroup = { group: string; items: Action[] }

export function useActionTexts() {
  const { t, i18n } = useTranslation()
  return {
    sentenceOf: useActionText(),
    titleOf: (room: string): string => t(`actions.rooms.${room as Room}`),
    compare: new Intl.Collator(i18n.language).compare,
  }
}
type ActionTexts = ReturnType<typeof useActionTexts>

/** Calls by room, both sorted in the reader's language. */
export function groupActions(calls: readonly string[], { sentenceOf, titleOf, compare }: ActionTexts): ActionGroup[] {
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
export function findActions(groups: readonly ActionGroup[], text: string): ActionGroup[] {
  const wanted = text.trim().toLocaleLowerCase()
  const has = (shown: string) => shown.toLocaleLowerCase().includes(wanted)
  return groups.flatMap(({ group, items }) => {
    const found = has(group) ? items : items.filter(({ value, label }) => has(label) || has(value))
    return found.length > 0 ? [{ group, items: found }] : []
  })
}
