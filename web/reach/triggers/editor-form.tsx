import { Text, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Trigger } from '../../../contract/reach/triggers.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { useShow } from '../../base/show.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { DraftBar } from '../../parts/draft/draft-bar.tsx'
import { KeptBanner } from '../../parts/draft/kept-banner.tsx'
import { ErrorSummary } from '../../parts/error-summary.tsx'
import { useGuard } from '../../parts/member-rights.tsx'
import { MoscowTime } from '../../parts/moscow-time.tsx'
import { Page, PageHeader } from '../../parts/page.tsx'
import { PlanBanner } from '../../parts/plan-banner.tsx'
import { ThenBlock, WhenBlock, WhoBlock } from './blocks.tsx'
import { type Choices, useChosenToo } from './data.ts'
import { RemoveTrigger } from './remove-trigger.tsx'
import { Summary, subjectOfDraft, useRestedEstimate } from './summary.tsx'
import { TriggerSwitch } from './switch.tsx'
import classes from './triggers.module.css'
import { type Draft, NAME_MAX } from './trigger-draft.ts'
import { useSentences } from './use-sentences.ts'
import { useTriggerFields } from './use-trigger-fields.ts'
import { inputId, type TriggerForm, useTriggerForm } from './use-trigger-form.ts'

type EditorFormProps = {
  trigger: Trigger
  start: Partial<Draft> | null
  /** Switching it on in the list was refused: what it lacks is marked. */
  isChecked: boolean
  choices: Choices
}

export function EditorForm({ trigger, start, isChecked, choices: offered }: EditorFormProps) {
  const { t } = useTranslation()
  const { id: c, domain } = useCabinet()
  const navigate = useNavigate()
  const form = useTriggerForm(trigger, start, isChecked)
  const { base, errors } = form
  const draft = form.draft.value
  const choices = useChosenToo(c, offered, draft)
  const fields = useTriggerFields(choices)
  const sentences = useSentences()
  const estimate = useRestedEstimate(draft)
  const [isRemoving, setIsRemoving] = useState(false)
  const what = sentences.what(subjectOfDraft(draft, choices))
  return (
    <Page width="wide">
      <Head form={form} onRemove={() => setIsRemoving(true)} />
      <KeptBanner kept={form.draft.kept} />
      {form.limit && <PlanBanner state="full" text={form.limit.message} />}
      <ErrorSummary errors={errors} />
      <div className={classes.editor}>
        <div className={classes.column}>
          <section className={classes.section}>
            <TextInput
              id={inputId('name')}
              label={t('triggers.editor.name')}
              description={t('triggers.editor.nameHint')}
              placeholder={t('triggers.editor.namePlaceholder')}
              value={draft.name}
              onChange={(event) => form.change({ name: event.currentTarget.value })}
              maxLength={NAME_MAX}
              error={errors.name}
              autoComplete="off"
            />
          </section>
          <WhenBlock form={form} choices={choices} />
          <WhoBlock form={form} choices={choices} />
          <ThenBlock form={form} choices={choices} />
        </div>
        <aside className={classes.side}>
          <Summary draft={draft} choices={choices} estimate={estimate} isActive={base.isActive} />
        </aside>
      </div>
      <DraftBar
        draft={form.draft}
        fields={fields}
        onSave={form.saveOrAsk}
        saveLabel={t(base.isDraft ? 'triggers.editor.save' : 'common.save')}
      />
      <AskStart form={form} people={estimate.isCounting ? null : (estimate.data?.clients ?? null)} what={what} />
      <RemoveTrigger
        trigger={isRemoving ? base : null}
        onClose={() => setIsRemoving(false)}
        onDone={() =>
          void navigate({
            to: '/$cabinetDomain/triggers',
            params: { cabinetDomain: domain },
            search: {},
            ignoreBlocker: true,
          })
        }
      />
    </Page>
  )
}

type FormProps = { form: TriggerForm }

function Head({ form, onRemove }: FormProps & { onRemove: () => void }) {
  const { t } = useTranslation()
  const guard = useGuard('delete')
  const show = useShow()
  const { base } = form
  const draft = form.draft.value
  const remove = guard({
    label: t('triggers.editor.remove'),
    icon: <IconTrash size={16} aria-hidden="true" />,
    isDangerous: true,
    onClick: onRemove,
  })
  return (
    <PageHeader
      title={draft.name.trim() || t('triggers.newTitle')}
      meta={
        base.lastRun && (
          <>
            {t('triggers.columns.lastRun')}: <MoscowTime at={base.lastRun.at} />,{' '}
            {t('triggers.clients', { count: base.lastRun.clients, n: show.number(base.lastRun.clients) })}
          </>
        )
      }
      more={base.isDraft ? [] : [remove]}
      secondary={
        (draft.activation !== 'now' || base.isActive) && (
          <TriggerSwitch
            trigger={base}
            isBusy={form.isSwitching || form.draft.isSaving}
            onTurn={(isActive) => void form.turn(isActive)}
            withLabel
          />
        )
      }
    />
  )
}

/** Before a trigger acts as soon as it is saved. @param people null: they are not counted yet */
function AskStart({ form, people, what }: FormProps & { people: number | null; what: string }) {
  const { t } = useTranslation()
  const show = useShow()
  return (
    <ConfirmDialog
      isOpen={form.isAsking}
      onClose={form.stopAsking}
      title={t('triggers.editor.startTitle', { name: form.draft.value.name.trim() })}
      confirmLabel={t('triggers.editor.startVerb')}
      onConfirm={() => void form.confirmStart()}
      isBusy={form.draft.isSaving}
      isDangerous={false}
    >
      <Text>
        {people === null
          ? t('triggers.editor.startUnknown', { what })
          : t('triggers.editor.startText', { count: people, n: show.number(people), what })}
      </Text>
    </ConfirmDialog>
  )
}
