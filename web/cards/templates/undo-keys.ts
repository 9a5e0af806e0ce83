import { useEffect } from 'react'

/** Ctrl/⌘ + Z and Y outside of texts: inside of them the browser's own undo works. */
export function useUndoKeys(undo: () => void, redo: () => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey) return
      const isInText =
        event.target instanceof HTMLElement &&
        event.target.closest(
          'input:not([type="radio"], [type="checkbox"], [type="range"]), textarea, [contenteditable="true"]',
        )
      if (isInText) return
      const key = event.key.toLowerCase()
      if (key !== 'z' && key !== 'y') return
      event.preventDefault()
      if (key === 'y' || event.shiftKey) redo()
      else undo()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  })
}
