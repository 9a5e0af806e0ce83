import { getHotkeyHandler, useWindowEvent } from '@mantine/hooks'

/** Inputs that have the browser's own undo. Switches and radios are inputs too, but have nothing to undo. */
function isTyping(target: EventTarget | null): boolean {
  if (target instanceof HTMLTextAreaElement) return true
  if (target instanceof HTMLElement && target.isContentEditable) return true
  return target instanceof HTMLInputElement && !['checkbox', 'radio', 'button', 'range'].includes(target.type)
}

/** Ctrl/⌘ + Z takes a step back, with Shift (or as Ctrl + Y) forward again, outside of texts. */
export function useStepKeys(undo: () => void, redo: () => void): void {
  const handle = getHotkeyHandler([
    ['mod+Z', undo],
    ['mod+shift+Z', redo],
    ['mod+Y', redo],
  ])
  useWindowEvent('keydown', (event) => {
    if (!isTyping(event.target)) handle(event)
  })
}
