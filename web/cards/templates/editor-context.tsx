/** What every control of the card editor needs: the draft, how to change it, and what is wrong where. */
import { createContext, type ReactNode, useContext } from 'react'
import type { Design } from '../../../contract/cards/design.ts'
import type { Variable } from '../../../contract/cards/variables.ts'
import type { Token } from '../../parts/token-input/tokens.ts'
import { type ControlName, controlId } from './controls.ts'
import type { Draft } from './card-draft.ts'
import type { Issue } from './issues.ts'

export type Editor = {
  cabinetId: number
  draft: Draft
  variables: readonly Variable[]
  /** The same as chips, with the values of the sample person. */
  tokens: readonly Token[]
  /** Texts of variables for the chosen sample person. */
  values: Readonly<Record<string, string>>
  issues: readonly Issue[]
  /** Text of an issue in the language of the cabinet. */
  issueText: (issue: Issue) => string
  edit: (control: ControlName, change: (draft: Draft) => Draft) => void
  /** The control pointed at or focused; its part of the card gets a frame. */
  setActive: (control: ControlName | null) => void
  imageUrl: (fileId: string) => string
}

const EditorContext = createContext<Editor | null>(null)

export function EditorProvider({ value, children }: { value: Editor; children: ReactNode }) {
  return <EditorContext value={value}>{children}</EditorContext>
}

export function useEditor(): Editor {
  const editor = useContext(EditorContext)
  if (!editor) throw new Error('a control of the card editor is rendered outside of it')
  return editor
}

/** Changes only the design. */
export function useEditDesign(): (control: ControlName, change: (design: Design) => Design) => void {
  const { edit } = useEditor()
  return (control, change) => edit(control, (draft) => ({ ...draft, design: change(draft.design) }))
}

/** Id, error and pointer events of one control. Hints and warnings are shown below it. */
export function useControl(name: ControlName) {
  const { issues, issueText, setActive } = useEditor()
  const own = issues.filter((issue) => issue.control === name)
  const error = own.find((issue) => issue.severity === 'error')
  return {
    id: controlId(name),
    error: error && issueText(error),
    hints: own
      .filter((issue) => issue.severity !== 'error')
      .map((issue) => ({ text: issueText(issue), isWarning: issue.severity === 'warning' })),
    point: {
      onPointerEnter: () => setActive(name),
      onPointerLeave: () => setActive(null),
      onFocus: () => setActive(name),
      onBlur: () => setActive(null),
    },
  }
}
