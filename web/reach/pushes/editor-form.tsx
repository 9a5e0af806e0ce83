import { Text } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { POINTS_MAX } from '../../../contract/limits.ts'
import { isSentType, type Push } from '../../../contract/reach/pushes.ts'
import type { TemplateRow } from '../../../contract/cards/templates.ts'
import type { Variable } from '../../../contract/cards/variables.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { useStepKeys } from '../../base/draft/step-keys.ts'
import { useShow } from '../../base/show.ts'
import { DraftBar, DraftDialogs } from '../../parts/draft/draft-bar.tsx'
import { KeptBanner } from '../../parts/draft/kept-banner.tsx'
import { Page } from '../../parts/page.tsx'
import { StatusBanner } from '../../parts/status.tsx'
import { Audience, ReachPanel, useEstimatedReach } from './audience.tsx'
import { Checklist } from './checklist.tsx'
import { isGoing, type PointSettings, usePointSettings } from './data.ts'
import { EditorBanners } from './editor-banners.tsx'
import { EditorDialogs } from './editor-dialogs.tsx'
import { EditorHead } from './editor-head.tsx'
import { MessageSection } from './message-section.tsx'
import { NearPanel } from './near-panel.tsx'
import { PointsSection } from './points-section.tsx'
import { type Draft, unknownVariables } from './push-draft.ts'
import { PushPreview, usePushTokens } from './push-preview.tsx'
import classes from './pushes.module.css'
import { Results, SendProgress } from './results.tsx'
import { SegmentChoice } from './segment-choice.tsx'
import { WhenSection } from './when-section.tsx'
import { usePushActions } from './use-push-actions.ts'
import { usePushFields } from './use-push-fields.tsx'
import { type PushForm, usePushForm } from './use-push-form.ts'

type EditorFormProps = {
  /** null: not saved yet. */
  push: Push | null
  start: () => Draft
  templates: readonly TemplateRow[]
  areCardsActive: boolean
  /** null while they are loading. */
  variables: readonly Variable[] | null
  /** The user was sent here because something is missing. */
  isChecked: boolean
}

export function EditorForm({ push, start, templates, areCardsActive, variables, isChecked }: EditorFormProps) {
  const { t } = useTranslation()
  const cabinet = useCabinet()
  const known = useMemo(() => variables && variables.map((one) => one.name), [variables])
  const [type] = useState(() => push?.type ?? start().type)
  const settings = usePointSettings(cabinet.id, type !== 'text').data ?? null
  const form = usePushForm({ push, start, known, areCardsActive, settings, isChecked })
  const actions = usePushActions(push, form)
  const fields = usePushFields(push, templates, variables ?? [])
  const [isRemoving, setIsRemoving] = useState(false)
  const { draft } = form
  const reach = useEstimatedReach(cabinet.id, {
    type: isSentType(type) ? type : null,
    templates: draft.value.templates,
    segment: draft.value.segment,
  })
  const isBotMissing = type === 'telegram' && settings?.telegramBot === null
  const needsHigherPlan =
    type === 'beacon' && (settings ? settings.limits.beacon === 0 : cabinet.tariff?.key !== 'expert')
  const chosen = templates.filter((template) => draft.value.templates.includes(template.id))
  const missing = (push === null || !isGoing(push.status)) && !form.isComplete && (
    <Missing form={form} templates={templates} />
  )
  return (
    <Page width="wide">
      <EditorHead
        push={push}
        form={form}
        actions={actions}
        needsHigherPlan={needsHigherPlan}
        canSaveNew={areCardsActive && !isBotMissing}
        onRemove={() => setIsRemoving(true)}
      />
      <KeptBanner kept={draft.kept} />
      <EditorBanners areCardsActive={areCardsActive} needsHigherPlan={needsHigherPlan} isBotMissing={isBotMissing} />
      <div className={classes.editor}>
        <div className={classes.column}>
          {push && <SendProgress push={push} />}
          {push && <Results push={push} />}
          {form.isMissingHighlighted && missing}
          <Sections
            push={push}
            form={form}
            templates={templates}
            variables={variables}
            settings={settings}
            needsHigherPlan={needsHigherPlan}
          />
        </div>
        {/* It scrolls and may contain nothing that can be focused, so it can be focused itself. */}
        <aside
          className={classes.side}
          {...(!isSentType(type) && { tabIndex: 0, 'aria-label': t('pushes.near.title') })}
        >
          <PushPreview draft={draft.value} templates={templates} variables={variables ?? []} />
          {isSentType(type) ? (
            <ReachPanel type={type} reach={reach} isChosen={type === 'telegram' || draft.value.templates.length > 0} />
          ) : (
            <NearPanel type={type} />
          )}
          {!form.isMissingHighlighted && missing}
        </aside>
      </div>
      {push ? (
        <DraftBar
          draft={draft}
          fields={fields}
          saveLabel={t(push.status !== 'draft' || push.isActive ? 'pushes.editor.saveAgain' : 'pushes.editor.save')}
        />
      ) : (
        <NewPushKeys form={form} fields={fields} onSave={actions.saveNew} />
      )}
      <EditorDialogs
        push={push}
        draft={draft.value}
        actions={actions}
        people={reach.people}
        cards={chosen.reduce((sum, template) => sum + template.issued, 0)}
        isRemoving={isRemoving}
        onKeep={() => setIsRemoving(false)}
      />
    </Page>
  )
}

type NewPushKeysProps = { form: PushForm; fields: ReturnType<typeof usePushFields>; onSave: () => Promise<void> }

/** A new push is saved by the button in the header: there may be nothing unsaved in it yet. */
function NewPushKeys({ form: { draft }, fields, onSave }: NewPushKeysProps) {
  useHotkeys([['mod+S', () => void (draft.isDirty && onSave())]], [], true)
  useStepKeys(draft.undo, draft.redo)
  return <DraftDialogs draft={draft} fields={fields} />
}

/** The list of what is still missing. */
function Missing({ form, templates }: { form: PushForm; templates: readonly TemplateRow[] }) {
  const show = useShow()
  const over = form.over && {
    template: templates.find((template) => template.id === form.over?.template)?.name ?? '',
    total: show.number(form.over.total),
    limit: show.number(form.limit ?? 0),
  }
  return (
    <Checklist
      type={form.draft.value.type}
      checks={form.checks}
      over={over}
      isHighlighted={form.isMissingHighlighted}
    />
  )
}

/** Why a moment was missed: a refusal of sending, or that nothing could be sent at all. */
function useMissedReason(): (code: string) => string {
  const { t } = useTranslation()
  return (code) => {
    const known = [
      'push_to_nobody',
      'push_once_a_day',
      'cards_not_active',
      'too_late',
      'read_only',
      'telegram_not_connected',
      'telegram_to_nobody',
      'audience_failed',
    ] as const
    return t(`pushes.schedule.reasons.${known.find((one) => one === code) ?? 'other'}`)
  }
}

type SectionsProps = Pick<EditorFormProps, 'push' | 'templates' | 'variables'> & {
  form: PushForm
  settings: PointSettings | null
  needsHigherPlan: boolean
}

/** Message, audience and points. */
function Sections({ push, form, templates, variables, settings, needsHigherPlan }: SectionsProps) {
  const { t } = useTranslation()
  const draft = form.draft.value
  const known = variables && variables.map((one) => one.name)
  const tokens = usePushTokens(draft, variables ?? [])
  const show = useShow()
  const whyOf = useMissedReason()
  const isLocked = push !== null && !push.allowed.edit
  return (
    <>
      {push?.missed && (
        <StatusBanner tone="warning">
          {t('pushes.schedule.missed', { time: show.dateTime(push.missed.at), why: whyOf(push.missed.code) })}
        </StatusBanner>
      )}
      {isLocked && <StatusBanner tone="info">{t('pushes.editor.busy')}</StatusBanner>}
      <fieldset className={classes.plain} disabled={isLocked || needsHigherPlan}>
        <MessageSection form={form} tokens={tokens} isDisabled={isLocked || needsHigherPlan} />
        <section className={classes.section}>
          <Text component="h2" fz="md" fw={600} m={0}>
            {t('pushes.editor.step2')}
          </Text>
          <Audience
            templates={templates}
            chosen={draft.templates}
            onChange={(chosen) => form.change({ templates: chosen })}
            isDisabled={isLocked}
            isForAny={draft.type === 'telegram'}
          />
          {isSentType(draft.type) && templates.length > 0 && (
            <SegmentChoice
              chosen={draft.segment}
              saved={push?.segment ?? null}
              onChange={(segment) => form.change({ segment })}
              error={form.errors.segment}
              isDisabled={isLocked}
            />
          )}
        </section>
        {isSentType(draft.type) && <WhenSection form={form} isDisabled={isLocked} />}
        {!isSentType(draft.type) && (
          <PointsSection
            draft={draft}
            change={form.changeFrom}
            limit={form.limit ?? POINTS_MAX}
            hasAddressSearch={settings?.hasAddressSearch ?? false}
            map={settings?.map ?? null}
            tokens={tokens}
            unknown={(text) => unknownVariables(text, known).length > 0}
            areFaultsShown={form.areFaultsShown}
            isDisabled={isLocked || needsHigherPlan}
          />
        )}
      </fieldset>
    </>
  )
}
