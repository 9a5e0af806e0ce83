import { useCombobox } from '@mantine/core'
import { type RefObject, useEffect, useState } from 'react'
import { insertVariable, matchingVariables, typedVariable } from './tokens.ts'

export type TokenVariable = { name: string; description?: string }
export type Field = HTMLInputElement | HTMLTextAreaElement

type ListOptions = {
  field: RefObject<Field | null>
  value: string
  onChange: (value: string) => void
  variables: readonly TokenVariable[]
  maxLength: number | undefined
}

/** The list of variables: it opens while one is typed, or by its button, and puts the chosen one at the cursor. */
export function useVariableList({ field, value, onChange, variables, maxLength }: ListOptions) {
  /** The part of a variable typed so far; null: none. */
  const [typed, setTyped] = useState<string | null>(null)
  const store = useCombobox({ onDropdownClose: () => store.resetSelectedOption() })

  // Enter takes the marked option: while a variable is typed, that is the best match.
  const isOpen = store.dropdownOpened
  const { selectFirstOption, resetSelectedOption } = store
  useEffect(() => {
    if (!isOpen) return
    if (typed === null) resetSelectedOption()
    else selectFirstOption()
  }, [isOpen, typed, selectFirstOption, resetSelectedOption])

  return {
    store,
    matching: matchingVariables(variables, typed ?? ''),
    /** After typing and after a click: is the cursor in a variable? */
    follow: (input: Field) => {
      const now = typedVariable(input.value, input.selectionStart ?? 0)
      setTyped(now)
      if (now === null || matchingVariables(variables, now).length === 0) return store.closeDropdown()
      store.openDropdown()
    },
    toggle: () => {
      setTyped(null)
      field.current?.focus()
      store.toggleDropdown()
    },
    insert: (name: string) => {
      const input = field.current
      const [from, to] = [input?.selectionStart ?? value.length, input?.selectionEnd ?? value.length]
      const next = insertVariable(value, from, to, name)
      if (maxLength === undefined || next.text.length <= maxLength) onChange(next.text)
      store.closeDropdown()
      setTyped(null)
      requestAnimationFrame(() => {
        input?.focus()
        input?.setSelectionRange(next.cursor, next.cursor)
      })
    },
  }
}
