/**
 * A story that reads a page once sees what is there at that moment, which on a slow machine is the moment before. What
 * has to come is waited for: `expect.poll(() => field.inputValue())`, `appears(page.getByText('Saved'))`.
 */
import type { Tree } from './imports.ts'

/** `expect(await field.inputValue())`: looks once. */
const READ_ONCE =
  /expect\(\s*await [^;]*?\.(getAttribute|inputValue|isDisabled|isEnabled|isChecked|isVisible|innerText|count)\(/
/** A toast that must not have come: waiting would only give it the time to go. */
const NO_TOAST = /toasts\(\)|mantine-Notification/
/** `page.getByText('Saved').waitFor()`: fails while a toast and a line say the same. */
const WAITS_FOR_ONE = /\.getByText\([^\n]*\)\s*\.waitFor\(\)/

const isHasty = (statement: string) =>
  (READ_ONCE.test(statement) && !NO_TOAST.test(statement)) || WAITS_FOR_ONE.test(statement)

/** `file: statement` for each statement of a story that looks once. */
export function hastyLooks(tree: Tree): string[] {
  return [...tree].flatMap(([file, text]) =>
    !file.startsWith('test/stories/')
      ? []
      : text
          .split(/(?<![(,[])\n(?=\s*(?:await|expect|const|let|return|for|if)\b)/)
          .filter(isHasty)
          .map((statement) => `${file}: ${statement.trim()}`),
  )
}
