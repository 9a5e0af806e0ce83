import type { EditorView } from '@codemirror/view'
import { useCombobox } from '@mantine/core'
import { type RefObject, useEffect, useId, useState } from 'react'
import type { ListKeys } from './chip-editor.tsx'
import { lookedFor, matchingTokens, type Token } from './tokens.ts'

/** The list of values: opened by `/`, by `{` or by its button, it puts the chosen one at the cursor. */
export function useTokenList(view: RefObject<EditorView | null>, tokens: readonly Token[]) {
  const listId = `values-${useId().replace(/\W/g, '')}`
  /** The part of a name typed so far; null: the list was opened by its button, or is closed. */
  const [typed, setTyped] = useState<string | null>(null)
  /** The option that Enter takes: the best match until another is marked. */
  const [marked, setMarked] = useState(0)
  const store = useCombobox()
  const matching = matchingTokens(tokens, typed ?? '')
  const isOpen = store.dropdownOpened && matching.length > 0
  const optionId = (index: number) => `${listId}-${index}`
  useEffect(() => {
    if (isOpen) document.getElementById(`${listId}-${marked}`)?.scrollIntoView({ block: 'nearest' })
  }, [isOpen, listId, marked])

  const look = (part: string | null) => {
    setTyped(part)
    setMarked(0)
  }

  const insert = (raw: string) => {
    const editor = view.current
    store.closeDropdown()
    look(null)
    if (!editor) return
    const { from, to, head } = editor.state.selection.main
    const begun = from === to && typed !== null ? lookedFor(editor.state.doc.toString(), head) : null
    const isClosed = begun !== null && raw.endsWith('}') && editor.state.sliceDoc(to, to + 1) === '}'
    const start = begun?.from ?? from
    editor.dispatch({
      changes: { from: start, to: isClosed ? to + 1 : to, insert: raw },
      selection: { anchor: start + raw.length },
      scrollIntoView: true,
      userEvent: 'input.complete',
    })
    editor.focus()
  }

  const keys: ListKeys = {
    isOpen: () => isOpen,
    move: (step) => setMarked((index) => (index + step + matching.length) % matching.length),
    take: () => {
      const token = matching[marked]
      if (token) insert(token.raw)
    },
    close: () => store.closeDropdown(),
  }

  return {
    store,
    listId,
    optionId,
    matching,
    keys,
    marked: isOpen ? marked : null,
    insert,
    /** After typing and after a move of the cursor: is a value looked for? */
    follow: (text: string, cursor: number) => {
      const now = lookedFor(text, cursor)?.text ?? null
      look(now)
      if (now === null || matchingTokens(tokens, now).length === 0) return store.closeDropdown()
      store.openDropdown()
    },
    toggle: () => {
      look(null)
      view.current?.focus()
      store.toggleDropdown()
    },
  }
}
