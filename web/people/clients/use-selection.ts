import { useState } from 'react'

/** When all are chosen, the filters say who they are. */
export const NOBODY: readonly string[] = []

/**
 * The ticked clients, one by one or everybody whom the filters list.
 * @param question search and filters; another question is about other people
 */
export function useSelection(question: string, rows: readonly { id: string }[] | undefined) {
  const [selected, setSelected] = useState<readonly string[]>([])
  const [allOf, setAllOf] = useState<string | null>(null)
  const isAll = allOf === question
  return {
    isAll,
    ids: isAll ? (rows ?? []).map((row) => row.id) : selected,
    choose: (ids: readonly string[]) => {
      setAllOf(null)
      setSelected(ids)
    },
    chooseAll: () => setAllOf(question),
  }
}
