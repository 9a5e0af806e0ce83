/**
 * The text is the document, exactly as it is stored; a token in it is drawn as a chip and treated as one character.
 * So a pasted `{cardholder}` becomes a chip, and undo, copying and input methods know nothing of chips.
 */
import { EditorState, Facet, StateField, type Transaction } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView, WidgetType } from '@codemirror/view'
import classes from './token-input.module.css'
import { piecesOf, type Token } from './tokens.ts'

export const tokensFacet = Facet.define<readonly Token[], readonly Token[]>({ combine: (all) => all[0] ?? [] })

class Chip extends WidgetType {
  readonly text: string
  readonly title: string
  readonly isKnown: boolean

  constructor(text: string, title: string, isKnown: boolean) {
    super()
    this.text = text
    this.title = title
    this.isKnown = isKnown
  }

  override eq(other: Chip): boolean {
    return other.text === this.text && other.title === this.title && other.isKnown === this.isKnown
  }

  override toDOM(): HTMLElement {
    const chip = document.createElement('span')
    chip.className = (this.isKnown ? classes.known : classes.unknown) ?? ''
    chip.textContent = this.text
    if (this.title !== '') chip.title = this.title
    return chip
  }

  override ignoreEvent(): boolean {
    return false
  }
}

function chipsOf(state: EditorState): DecorationSet {
  const tokens = state.facet(tokensFacet)
  const ranges = piecesOf(state.doc.toString()).flatMap((piece) => {
    if (piece.token === undefined) return []
    const token = tokens.find((one) => one.raw === piece.token)
    // A mark of another kind of text, such as `%@` in a message, is plain text there.
    if (!token && piece.token === '%@') return []
    // While the list is still loading nothing is wrong yet.
    const chip = new Chip(token?.label ?? piece.text, token?.example ?? '', token !== undefined || tokens.length === 0)
    return [Decoration.replace({ widget: chip }).range(piece.at, piece.at + piece.text.length)]
  })
  return Decoration.set(ranges)
}

const chips = StateField.define<DecorationSet>({
  create: chipsOf,
  update: (value, change) =>
    change.docChanged || change.startState.facet(tokensFacet) !== change.state.facet(tokensFacet)
      ? chipsOf(change.state)
      : value,
  provide: (field) => [
    EditorView.decorations.from(field),
    EditorView.atomicRanges.of((view) => view.state.field(field)),
  ],
})

/** One line: a pasted line break becomes a space. */
const oneLine = EditorState.transactionFilter.of((change: Transaction) => {
  if (!change.docChanged || change.newDoc.lines === 1) return change
  const text = change.newDoc.toString().replace(/\s*\n\s*/g, ' ')
  return {
    changes: { from: 0, to: change.startState.doc.length, insert: text },
    selection: { anchor: Math.min(change.newSelection.main.head, text.length) },
    scrollIntoView: true,
    userEvent: 'input.paste',
  }
})

/** What is typed or pasted beyond the limit is cut off, as in an input of the browser. */
const atMost = (max: number) =>
  EditorState.transactionFilter.of((change: Transaction) => {
    const tooMany = change.newDoc.length - Math.max(max, change.startState.doc.length)
    if (!change.docChanged || tooMany <= 0 || change.newDoc.length <= max) return change
    const { from, to } = change.startState.selection.main
    const room = max - (change.startState.doc.length - (to - from))
    let inserted = ''
    change.changes.iterChanges((_from, _to, _start, _end, text) => (inserted += text.toString()))
    // Half a token would be neither a chip nor a text.
    const pieces = piecesOf(inserted.slice(0, Math.max(0, room)))
    const cut = piecesOf(inserted).find(
      (piece) => piece.token !== undefined && piece.at < room && piece.at + piece.text.length > room,
    )
    const insert = cut ? inserted.slice(0, cut.at) : pieces.map((piece) => piece.text).join('')
    return {
      changes: { from, to, insert },
      selection: { anchor: from + insert.length },
      scrollIntoView: true,
      userEvent: 'input.type',
    }
  })

export function chipField(options: { isMultiline: boolean; max: number | undefined }) {
  return [
    chips,
    options.isMultiline ? [] : oneLine,
    options.max === undefined ? [] : atMost(options.max),
    EditorView.lineWrapping,
    look,
  ]
}

const look = EditorView.theme({
  '&': { fontSize: 'inherit', width: '100%', minWidth: '0' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'inherit', lineHeight: 'inherit' },
  '.cm-content': { padding: '0', caretColor: 'var(--k-text)', color: 'var(--k-text)', minWidth: '0' },
  '.cm-line': { padding: '0' },
  '.cm-placeholder': { color: 'var(--k-text-3)' },
})
