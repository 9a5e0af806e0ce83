import type { PhoneMask } from '../contract/limits.ts'
import { formatPhone, isPhoneTooLong, judgePhone, phonePrefix } from './phone-masks.ts'

/** Groups a number while it is typed; the caret stays behind the same digit. */
export function guidePhone(input: HTMLInputElement): void {
  const mask = input.dataset.mask as PhoneMask
  let before = input.value
  input.addEventListener('focus', () => {
    if (input.value === '') show(input, phonePrefix(mask))
    before = input.value
  })
  input.addEventListener('blur', () => {
    show(input, judgePhone(mask, input.value) === 'empty' ? '' : formatPhone(mask, input.value))
  })
  input.addEventListener('input', (event) => {
    const kind = event instanceof InputEvent ? event.inputType : ''
    const caret = input.selectionStart ?? input.value.length
    let text = input.value
    let digitsAhead = countDigits(text.slice(caret))
    if (kind === 'insertText' && isPhoneTooLong(mask, text)) {
      show(input, before, caret - 1)
      return
    }
    // A separator deleted alone would come back immediately: the digit beside it is deleted too.
    if (kind.startsWith('delete') && countDigits(text) === countDigits(before) && text !== '') {
      const [from, to] = kind === 'deleteContentForward' ? digitAfter(text, caret) : digitBefore(text, caret)
      text = text.slice(0, from) + text.slice(to)
      if (kind === 'deleteContentForward') digitsAhead -= to > from ? 1 : 0
    }
    const shown = formatPhone(mask, text)
    show(input, shown, caretBefore(shown, digitsAhead))
    before = shown
  })
  if (input.value !== '') input.value = formatPhone(mask, input.value)
}

function show(input: HTMLInputElement, text: string, caret = text.length): void {
  if (input.value !== text) input.value = text
  if (document.activeElement === input) input.setSelectionRange(caret, caret)
}

const countDigits = (text: string) => text.replaceAll(/\D/g, '').length

/** Position that has this many digits after it, as far to the left as the digit before it allows. */
function caretBefore(text: string, digitsAhead: number): number {
  if (digitsAhead <= 0) return text.length
  let left = digitsAhead
  for (let at = text.length - 1; at >= 0; at--) {
    if (/\d/.test(text[at] as string) && --left === 0) return at
  }
  return 0
}

function digitBefore(text: string, caret: number): [number, number] {
  for (let at = caret - 1; at >= 0; at--) if (/[\d+]/.test(text[at] as string)) return [at, at + 1]
  return [caret, caret]
}

function digitAfter(text: string, caret: number): [number, number] {
  for (let at = caret; at < text.length; at++) if (/\d/.test(text[at] as string)) return [at, at + 1]
  return [caret, caret]
}
