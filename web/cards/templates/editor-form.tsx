import { Tabs } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Cabinet } from '../../../contract/platform/cabinets.ts'
import type { Template } from '../../../contract/cards/templates.ts'
import type { Variable } from '../../../contract/cards/variables.ts'
import { tagOf } from '../../../words/words.ts'
import { fileUrl } from '../../base/file-url.ts'
import { PHONE } from '../../base/theme.ts'
import { useLanguage } from '../../base/words.ts'
import { DraftBar } from '../../parts/draft/draft-bar.tsx'
import { StepButtons } from '../../parts/draft/step-buttons.tsx'
import { Page, PageHeader } from '../../parts/page.tsx'
import { StatusBadge, StatusBanner } from '../../parts/status.tsx'
import { TestPhonesButton } from '../../parts/test-phones-button.tsx'
import type { Draft } from './card-draft.ts'
import { type ControlName, type Tab, TABS, tabOf } from './controls.ts'
import { useVariableTokens } from '../../parts/token-input/variable-tokens.ts'
import { type Editor, EditorProvider, useEditor } from './editor-context.tsx'
import { EditorTabs } from './editor-tabs.tsx'
import { IssuesList } from './issues-list.tsx'
import { findIssues } from './issues.ts'
import { useFormUrl } from './data.ts'
import { reveal } from './reveal.ts'
import { sampleValues } from './sample.ts'
import { useIssueText } from './issue-text.ts'
import { type Side, Stage } from './stage.tsx'
import classes from './templates.module.css'
import { TryOnButton } from './try-on-button.tsx'
import { useCardFields } from './use-card-fields.tsx'
import { useCoverPixels } from './use-cover-pixels.ts'
import { type CardForm, useCardForm } from './use-card-form.ts'
import { useSample } from './use-sample.ts'

// Only for who has left it without saving.
const KeptBanner = lazy(() =>
  import('../../parts/draft/kept-banner.tsx').then((file) => ({ default: file.KeptBanner })),
)
const IssuedDialog = lazy(() => import('./issued-dialog.tsx').then((file) => ({ default: file.IssuedDialog })))

type EditorFormProps = { cabinet: Cabinet; template: Template; variables: readonly Variable[] }

export function EditorForm({ cabinet, template, variables }: EditorFormProps) {
  const { t } = useTranslation()
  const isPhone = useMediaQuery(PHONE, undefined, { getInitialValueInEffect: false }) ?? false
  const [tab, setTab] = useTab()
  const [view, setView] = useState<'edit' | 'preview'>('edit')
  const [side, setSide] = useState<Side>('front')
  const [active, setActive] = useState<ControlName | null>(null)
  const [isTried, setIsTried] = useState(false)
  const person = useSample(cabinet.id)
  const known = useMemo(() => new Set(variables.map((variable) => variable.name)), [variables])
  const issuesOf = (one: Draft) => findIssues(one, known, sampleValues(person.holder, variables, one.variables))

  const focusControl = useCallback(
    (name: ControlName) => {
      setTab(tabOf(name))
      setView('edit')
      setTimeout(() => reveal(name), REVEAL_AFTER_MS)
    },
    [setTab],
  )
  const form = useCardForm({
    cabinetId: cabinet.id,
    template,
    check: (one) => {
      const first = issuesOf(one).find((issue) => issue.severity === 'error')
      if (!first) return true
      setIsTried(true)
      focusControl(first.control)
      return false
    },
    onReplaced: () => setIsTried(false),
  })
  const draft = form.draft.value
  const editor = useCardEditor(cabinet, form, variables, person.holder, setActive)
  const errors = editor.issues.filter((issue) => issue.severity === 'error')
  const openTab = (next: Tab) => {
    setTab(next)
    if (next === 'back') setSide('back')
    else if (side === 'back') setSide('front')
  }
  const panel = <EditorTabs tab={tab} onTab={openTab} />
  const stage = <CardStage person={person} active={active} side={side} onSide={setSide} onControl={focusControl} />
  const formUrl = useFormUrl(cabinet.id, template.id)
  return (
    <EditorProvider value={editor}>
      <Page width="wide">
        <PageHeader
          title={draft.name.trim() || t('templates.editor.nameless')}
          badge={
            <StatusBadge tone={form.draft.isDirty ? 'warning' : 'success'}>
              {t(form.draft.isDirty ? 'templates.editor.unsaved' : 'templates.editor.saved')}
            </StatusBadge>
          }
          meta={[
            t(`templates.types.${form.base.type}`),
            t('templates.list.issuedCount', { count: form.base.issued }),
          ].join(' · ')}
          secondary={
            <>
              <StepButtons draft={form.draft} />
              <TryOnButton templateId={template.id} isDirty={form.draft.isDirty} />
              <TestPhonesButton link={formUrl} />
            </>
          }
        />
        {form.draft.kept && (
          <Suspense fallback={null}>
            <KeptBanner kept={form.draft.kept} />
          </Suspense>
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
        <EditorBar form={form} />
      </Page>
    </EditorProvider>
  )
}

/** The tab, or the preview on a phone, must be rendered before a control in it can be focused. */
const REVEAL_AFTER_MS = 120

/** The open tab is in the address. */
function useTab() {
  const search = useSearch({ strict: false }) as Record<string, string>
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
  return [TABS.find((name) => name === search.tab) ?? 'front', setTab] as const
}

/** What every control needs from the draft. */
function useCardEditor(
  cabinet: Cabinet,
  form: CardForm,
  variables: readonly Variable[],
  holder: ReturnType<typeof useSample>['holder'],
  setActive: Editor['setActive'],
): Editor {
  const draft = form.draft.value
  const issueText = useIssueText()
  const values = useMemo(() => sampleValues(holder, variables, draft.variables), [holder, variables, draft.variables])
  const tokens = useVariableTokens(variables, values)
  const imageUrl = useCallback((fileId: string) => fileUrl(cabinet.id, fileId), [cabinet.id])
  const { cover: coverId } = draft.design.images
  const cover = useCoverPixels(coverId ? imageUrl(coverId) : null)
  const found = useMemo(
    () => findIssues(draft, new Set(variables.map((variable) => variable.name)), values, cover),
    [draft, variables, values, cover],
  )
  const isFound = (control: ControlName) =>
    found.some((issue) => issue.severity === 'error' && issue.control === control)
  return {
    cabinetId: cabinet.id,
    draft,
    variables,
    values,
    tokens,
    issues: [...form.serverIssues.filter((issue) => !isFound(issue.control)), ...found],
    issueText,
    edit: form.edit,
    setActive,
    imageUrl,
  }
}

type CardStageProps = {
  person: ReturnType<typeof useSample>
  active: ControlName | null
  side: Side
  onSide: (side: Side) => void
  onControl: (name: ControlName) => void
}

/** The preview of the card, and its issues. */
function CardStage({ person, onControl, ...shown }: CardStageProps) {
  const language = useLanguage()
  const isNarrow = useMediaQuery('(max-width: 63.99em)', undefined, { getInitialValueInEffect: false }) ?? false
  return (
    <div className={classes.side}>
      <Stage
        {...shown}
        onControl={onControl}
        person={person.id}
        people={person.people}
        onPerson={person.choose}
        locale={language === 'en' ? 'en-GB' : tagOf(language)}
        isNarrow={isNarrow}
      />
      <IssuesList onJump={(issue) => onControl(issue.control)} />
    </div>
  )
}

/** Saving, and the question about issued cards. Its dialog stays mounted, so that closing it is animated too. */
function EditorBar({ form }: { form: CardForm }) {
  const { cabinetId, tokens } = useEditor()
  const fields = useCardFields(cabinetId, tokens)
  const [wasAsked, setWasAsked] = useState(false)
  if (form.isAsking && !wasAsked) setWasAsked(true)
  return (
    <>
      <DraftBar draft={{ ...form.draft, save: () => form.save(false) }} fields={fields} onSave={form.saveOrAsk} />
      {wasAsked && (
        <Suspense fallback={null}>
          <IssuedDialog form={form} />
        </Suspense>
      )}
    </>
  )
}
