/** The editable part of a chip field; loaded with the first one. */
import { history, historyKeymap, isolateHistory, standardKeymap } from '@codemirror/commands'
import { Annotation, Compartment, EditorState, Prec } from '@codemirror/state'
import { EditorView, type KeyBinding, keymap, placeholder } from '@codemirror/view'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { chipField, tokensFacet } from './chips.ts'
import type { Token } from './tokens.ts'

/** A value that was put in is undone alone, however quickly the next key follows. */
const UNDONE_ALONE = EditorState.transactionExtender.of((change) =>
  change.isUserEvent('input.complete') ? { annotations: isolateHistory.of('full') } : null,
)

/** What the list of values does with the keys while it is open. */
export type ListKeys = {
  isOpen: () => boolean
  move: (step: 1 | -1) => void
  take: () => void
  close: () => void
}

export type ChipEditorProps = {
  value: string
  onChange: (value: string) => void
  tokens: readonly Token[]
  /** Attributes of the element that is edited. */
  attributes: Readonly<Record<string, string>>
  placeholder: string
  isMultiline: boolean
  isDisabled: boolean
  isFocused: boolean
  max: number | undefined
  list: ListKeys
  /** After each change of the text or the cursor that the user made. */
  onMove: (text: string, cursor: number) => void
  onBlur: () => void
  onReady: (view: EditorView | null) => void
}

/** A change that came from outside: the page knows of it already. */
const outside = Annotation.define<boolean>()

/** The page's nonce, because the editor adds a style element. */
const pageNonce = () => document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? ''

export default function ChipEditor(props: ChipEditorProps) {
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView | null>(null)
  const now = useRef(props)
  const parts = useRef({ tokens: new Compartment(), attributes: new Compartment(), hint: new Compartment() })
  useLayoutEffect(() => {
    now.current = props
  })

  useLayoutEffect(() => {
    const { isMultiline, max, isFocused, onReady } = now.current
    const { tokens, attributes, hint } = parts.current
    const editor = new EditorView({
      ...(host.current && { parent: host.current }),
      state: EditorState.create({
        doc: now.current.value,
        selection: { anchor: now.current.value.length },
        extensions: [
          EditorView.cspNonce.of(pageNonce()),
          history(),
          UNDONE_ALONE,
          Prec.highest(keymap.of(listKeys(() => now.current.list))),
          isMultiline ? [] : Prec.high(keymap.of([{ key: 'Enter', run: submitForm }])),
          keymap.of([...historyKeymap, ...standardKeymap]),
          chipField({ isMultiline, max }),
          tokens.of(tokensFacet.of(now.current.tokens)),
          attributes.of(contentOf(now.current)),
          hint.of(placeholder(now.current.placeholder)),
          EditorView.domEventHandlers({ blur: () => now.current.onBlur() }),
          EditorView.updateListener.of((update) => {
            const isOwn = !update.transactions.some((one) => one.annotation(outside))
            const text = update.state.doc.toString()
            if (update.docChanged && isOwn) now.current.onChange(text)
            if (isOwn && (update.docChanged || update.selectionSet))
              now.current.onMove(text, update.state.selection.main.head)
          }),
        ],
      }),
    })
    view.current = editor
    onReady(editor)
    if (isFocused) editor.focus()
    return () => {
      onReady(null)
      view.current = null
      editor.destroy()
    }
  }, [])

  useEffect(() => {
    const editor = view.current
    if (!editor || editor.state.doc.toString() === props.value) return
    editor.dispatch({
      changes: { from: 0, to: editor.state.doc.length, insert: props.value },
      annotations: outside.of(true),
      filter: false,
    })
  }, [props.value])
  useEffect(() => {
    view.current?.dispatch({ effects: parts.current.tokens.reconfigure(tokensFacet.of(props.tokens)) })
  }, [props.tokens])
  useEffect(() => {
    view.current?.dispatch({ effects: parts.current.hint.reconfigure(placeholder(props.placeholder)) })
  }, [props.placeholder])
  const attributes = JSON.stringify([props.attributes, props.isDisabled])
  useEffect(() => {
    view.current?.dispatch({ effects: parts.current.attributes.reconfigure(contentOf(now.current)) })
  }, [attributes])

  return <div ref={host} />
}

function contentOf({ attributes, isMultiline, isDisabled }: ChipEditorProps) {
  return [
    EditorView.editable.of(!isDisabled),
    EditorState.readOnly.of(isDisabled),
    EditorView.contentAttributes.of({
      ...attributes,
      'aria-multiline': String(isMultiline),
      'aria-disabled': String(isDisabled),
      spellcheck: 'true',
      autocorrect: 'on',
      autocapitalize: 'sentences',
    }),
  ]
}

/** Enter in a field of one line sends its form, as in any input. */
function submitForm(view: EditorView): boolean {
  view.dom.closest('form')?.requestSubmit()
  return true
}

/** While the list is open the arrows, Enter, Tab and Escape are its own. */
function listKeys(list: () => ListKeys): KeyBinding[] {
  const whileOpen = (act: (keys: ListKeys) => void) => () => {
    if (!list().isOpen()) return false
    act(list())
    return true
  }
  return [
    { key: 'ArrowDown', run: whileOpen((keys) => keys.move(1)) },
    { key: 'ArrowUp', run: whileOpen((keys) => keys.move(-1)) },
    { key: 'Enter', run: whileOpen((keys) => keys.take()) },
    { key: 'Tab', run: whileOpen((keys) => keys.take()) },
    { key: 'Escape', run: whileOpen((keys) => keys.close()) },
  ]
}
