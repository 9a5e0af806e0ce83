import { ActionIcon, Button, Tabs, Tooltip } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useCallback, useMemo, useReducer, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Cabinet } from '../../../contract/platform/cabinets.ts'
import type { Template } from '../../../contract/cards/templates.ts'
import type { Variable } from '../../../contract/cards/variables.ts'
import { tagOf } from '../../../words/words.ts'
import { useLeaveGuard } from '../../base/leave.tsx'
import { useShow } from '../../base/show.ts'
import { PHONE } from '../../base/theme.ts'
import { useLanguage } from '../../base/words.ts'
import { Page, PageHeader } from '../../parts/page.tsx'
import { SaveBar } from '../../parts/save-bar.tsx'
import { StatusBadge, StatusBanner } from '../../parts/status.tsx'
import { fileUrl } from './card-faces.tsx'
import { type ControlName, type Tab, TABS, tabOf } from './controls.ts'
import { type Editor, EditorProvider } from './editor-context.tsx'
import { draftOf, editDraft, isSameDraft, rebaseDraft, startEditor } from './editor-state.ts'
import { FrontTab } from './front-tab.tsx'
import { IssuesList } from './issues-list.tsx'
import { findIssues, type Issue } from './issues.ts'
import { useKeptDraft } from './kept-draft.ts'
import { reveal } from './reveal.ts'
import { sampleValues } from './sample.ts'
import { type Side, Stage } from './stage.tsx'
import classes from './templates.module.css'
import { useSayIssue } from './say-issue.ts'
import { useUndoKeys } from './undo-keys.ts'
import { useSample } from './use-sample.ts'
import { useSaveCard } from './use-save-card.ts'

const BackTab = lazy(() => import('./back-tab.tsx'))
const SaveDialogs = lazy(() => import('./save-dialogs.tsx').then((file) => ({ default: file.SaveDialogs })))
const ExtraTab = lazy(() => import('./extra-tab.tsx').then((file) => ({ default: file.ExtraTab })))

type EditorFormProps = { cabinet: Cabinet; template: Template; variables: readonly Variable[] }

export function EditorForm({ cabinet, template, variables }: EditorFormProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const show = useShow()
  const isPhone = useMediaQuery(PHONE, undefined, { getInitialValueInEffect: false }) ?? false
  const isNarrow = useMediaQuery('(max-width: 63.99em)', undefined, { getInitialValueInEffect: false }) ?? false
  const [base, setBase] = useState(template)
  const [state, dispatch] = useReducer(editDraft, template, (first) => startEditor(draftOf(first)))
  const { draft } = state
  const isDirty = !isSameDraft(draft, draftOf(base))
  const search = useSearch({ strict: false }) as Record<string, string>
  const tab = TABS.find((name) => name === search.tab) ?? 'front'
  const navigate = useNavigate()
  const setTab = useCallback(
    (next: Tab) => {
      void navigate({
        to: '.',
        search: (next === 'front' ? {} : { tab: next }) as never,
        replace: true,
        resetScroll: false,
      })
    },
    [navigate],
  )
  const wasOpen = useRef(new Set<Tab>())
  wasOpen.current.add(tab)
  const [view, setView] = useState<'edit' | 'preview'>('edit')
  const [side, setSide] = useState<Side>('front')
  const [active, setActive] = useState<ControlName | null>(null)
  const [isTried, setIsTried] = useState(false)
  const person = useSample(cabinet.id)
  const values = useMemo(
    () => sampleValues(person.holder, variables, draft.variables),
    [person.holder, variables, draft.variables],
  )
  const known = useMemo(() => new Set(variables.map((variable) => variable.name)), [variables])
  const found = useMemo(() => findIssues(draft, known, values), [draft, known, values])
  const imageUrl = useCallback((fileId: string) => fileUrl(cabinet.id, fileId), [cabinet.id])
  const sayIssue = useSayIssue()
  const kept = useKeptDraft(cabinet.id, base.id, { draft, base: draftOf(base), version: base.version }, isDirty)
  const saving = useSaveCard({
    cabinetId: cabinet.id,
    base,
    draft,
    onSaved: (saved, sent) => {
      setBase(saved)
      setIsTried(false)
      dispatch({ type: 'adopt', sent, saved: draftOf(saved) })
    },
    onNewer: (newer, mine) => {
      setBase(newer)
      dispatch({ type: 'load', draft: mine ?? draftOf(newer), asStep: true })
    },
  })
  const wasAsked = useRef(false)
  wasAsked.current ||= saving.asks !== null
  const errors = found.filter((issue) => issue.severity === 'error')
  const issues = [
    ...saving.serverIssues.filter((issue) => !errors.some((error) => error.control === issue.control)),
    ...found,
  ]

  const focusControl = useCallback(
    (name: ControlName) => {
      setTab(tabOf(name))
      setView('edit')
      setTimeout(() => reveal(name), REVEAL_AFTER_MS)
    },
    [setTab],
  )
  const jump = (issue: Issue) => focusControl(issue.control)
  const canSend = () => {
    const [first] = errors
    if (!first) return true
    setIsTried(true)
    jump(first)
    return false
  }
  const leaving = useLeaveGuard(isDirty, async () => canSend() && (await saving.saveNow(false)))
  useUndoKeys(
    () => dispatch({ type: 'undo' }),
    () => dispatch({ type: 'redo' }),
  )

  const { clearServer } = saving
  const edit: Editor['edit'] = useCallback(
    (control, change) => {
      clearServer(control)
      dispatch({ type: 'edit', control, atMs: Date.now(), change })
    },
    [clearServer],
  )
  const editor: Editor = {
    cabinetId: cabinet.id,
    draft,
    variables,
    values,
    issues,
    sayIssue,
    edit,
    setActive,
    imageUrl,
  }

  const openTab = (next: Tab) => {
    setTab(next)
    if (next === 'back') setSide('back')
    else if (side === 'back') setSide('front')
  }
  const panel = (
    <div className={classes.panel}>
      <Tabs value={tab} onChange={(next) => openTab(next as Tab)} keepMounted>
        <Tabs.List mb="md" className={classes.tabs ?? ''}>
          {TABS.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {t(`templates.editor.${TAB_WORDS[name]}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="front">
          <FrontTab />
        </Tabs.Panel>
        <Tabs.Panel value="back">
          {wasOpen.current.has('back') && (
            <Suspense fallback={null}>
              <BackTab />
            </Suspense>
          )}
        </Tabs.Panel>
        <Tabs.Panel value="extra">
          {wasOpen.current.has('extra') && (
            <Suspense fallback={null}>
              <ExtraTab />
            </Suspense>
          )}
        </Tabs.Panel>
      </Tabs>
    </div>
  )
  const stage = (
    <div className={classes.side}>
      <Stage
        active={active}
        side={side}
        onSide={setSide}
        onControl={focusControl}
        person={person.id}
        people={person.people}
        onPerson={person.choose}
        locale={language === 'en' ? 'en-GB' : tagOf(language)}
        isNarrow={isNarrow}
      />
      <IssuesList onJump={jump} />
    </div>
  )
  return (
    <EditorProvider value={editor}>
      <Page width="wide">
        <PageHeader
          title={draft.name.trim() || t('templates.editor.nameless')}
          badge={
            <StatusBadge tone={isDirty ? 'warning' : 'success'}>
              {t(isDirty ? 'templates.editor.unsaved' : 'templates.editor.saved')}
            </StatusBadge>
          }
          meta={`${t(`templates.types.${base.type}`)} · ${t('templates.list.issuedCount', { count: base.issued })}`}
          secondary={
            <>
              <HistoryButton
                label={t('templates.editor.undo')}
                isOff={state.past.length === 0}
                onClick={() => dispatch({ type: 'undo' })}
              >
                <IconArrowBackUp size={20} stroke={1.75} aria-hidden="true" />
              </HistoryButton>
              <HistoryButton
                label={t('templates.editor.redo')}
                isOff={state.future.length === 0}
                onClick={() => dispatch({ type: 'redo' })}
              >
                <IconArrowForwardUp size={20} stroke={1.75} aria-hidden="true" />
              </HistoryButton>
            </>
          }
        />
        {kept.found && (
          <StatusBanner
            tone="info"
            action={
              <>
                <Button
                  size="compact-md"
                  variant="default"
                  onClick={() => {
                    if (kept.found)
                      dispatch({
                        type: 'load',
                        draft: rebaseDraft(kept.found.base, kept.found.draft, draftOf(base)),
                        asStep: true,
                      })
                    kept.drop()
                  }}
                >
                  {t('templates.editor.keptTake')}
                </Button>
                <Button size="compact-md" variant="subtle" onClick={kept.drop}>
                  {t('templates.editor.keptDrop')}
                </Button>
              </>
            }
          >
            <strong>
              {t('templates.editor.keptTitle', { time: show.localTime(new Date(kept.found.atMs).toISOString()) })}.
            </strong>{' '}
            {t(kept.found.version === base.version ? 'templates.editor.keptText' : 'templates.editor.keptNewer')}
          </StatusBanner>
        )}
        {isTried && errors.length > 0 && (
          <StatusBanner tone="danger">{t('templates.editor.errorsFirst', { count: errors.length })}</StatusBanner>
        )}
        {isPhone ? (
          <Tabs value={view} onChange={(next) => setView(next as 'edit' | 'preview')} keepMounted variant="pills">
            <Tabs.List grow mb="md">
              <Tabs.Tab value="edit">{t('templates.editor.tabEdit')}</Tabs.Tab>
              <Tabs.Tab value="preview">{t('templates.editor.tabPreview')}</Tabs.Tab>
            </Tabs.List>
            <Tabs.Panel value="edit">{panel}</Tabs.Panel>
            <Tabs.Panel value="preview">{stage}</Tabs.Panel>
          </Tabs>
        ) : (
          <div className={classes.editor}>
            {panel}
            {stage}
          </div>
        )}
        <SaveBar
          isDirty={isDirty}
          isSaving={saving.isBusy}
          onSave={() => canSend() && saving.start()}
          onDiscard={() => dispatch({ type: 'load', draft: draftOf(base), asStep: true })}
        />
        {wasAsked.current && (
          <Suspense fallback={null}>
            <SaveDialogs saving={saving} issued={base.issued} />
          </Suspense>
        )}
        {leaving}
      </Page>
    </EditorProvider>
  )
}

/** The tab, or the phone's preview, has to be drawn before a control in it can take the focus. */
const REVEAL_AFTER_MS = 120
const TAB_WORDS = { front: 'tabFront', back: 'tabBack', extra: 'tabExtra' } as const

function HistoryButton({
  label,
  isOff,
  onClick,
  children,
}: {
  label: string
  isOff: boolean
  onClick: () => void
  children: ReactNode
}) {
  return (
    <Tooltip label={label}>
      <ActionIcon variant="default" size={36} aria-label={label} disabled={isOff} onClick={onClick}>
        {children}
      </ActionIcon>
    </Tooltip>
  )
}
