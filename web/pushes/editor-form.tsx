import { Button, Group, Text, TextInput } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconCopy, IconSend, IconTrash } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fillText } from '../../card/fill.ts'
import { PUSH_TEXT_MAX } from '../../contract/limits.ts'
import type { Push } from '../../contract/pushes.ts'
import type { TemplateRow } from '../../contract/templates.ts'
import type { Variable } from '../../contract/variables.ts'
import { useCabinet } from '../base/cabinet.tsx'
import { fileUrl } from '../base/file-url.ts'
import { useLeaveGuard } from '../base/leave.tsx'
import { useShow } from '../base/show.ts'
import { cardValues, useSampleHolder } from '../clients/data.ts'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { LinkButton } from '../parts/link.tsx'
import { MessagePreview } from '../parts/message-preview.tsx'
import { Page, PageHeader } from '../parts/page.tsx'
import { StatusBanner } from '../parts/status.tsx'
import { TokenInput } from '../parts/token-input/token-input.tsx'
import { Audience, ReachPanel, useEstimatedReach } from './audience.tsx'
import { Checklist } from './checklist.tsx'
import { isGoing } from './data.ts'
import { characterCount, checksOf, type Draft, LOCK_SCREEN_CHARACTERS, NAME_MAX } from './push-draft.ts'
import { PushStatus } from './push-status.tsx'
import classes from './pushes.module.css'
import { RemovePush } from './remove-push.tsx'
import { Results, SendProgress } from './results.tsx'
import { NAME_ID, TEXT_ID, usePushForm } from './use-push-form.ts'

type EditorFormProps = {
  /** null: not saved yet. */
  push: Push | null
  start: () => Draft
  templates: readonly TemplateRow[]
  areCardsActive: boolean
  /** null while they are loading. */
  variables: readonly Variable[] | null
}

export function EditorForm({ push, start, templates, areCardsActive, variables }: EditorFormProps) {
  const { t } = useTranslation()
  const show = useShow()
  const cabinet = useCabinet()
  const navigate = useNavigate()
  const known = useMemo(() => variables && variables.map((one) => one.name), [variables])
  const form = usePushForm({ push, start, known, areCardsActive })
  const { draft } = form
  const reach = useEstimatedReach(cabinet.id, draft.templates)
  useHotkeys([['mod+S', () => void (form.isDirty && form.saveAndStay())]], [])
  const guard = useLeaveGuard(form.isDirty, form.save)
  const [isRemoving, setIsRemoving] = useState(false)
  const isLocked = push !== null && !push.allowed.edit
  const isBusy = push !== null && isGoing(push.status)
  const sendAgainAt = push?.allowed.sendAgainAt ?? null
  const checks = checksOf(draft, areCardsActive)
  const isIncomplete = !isBusy && checks.some((check) => !check.isDone)
  const count = characterCount(draft.message)
  const { people } = reach
  const effect = people === undefined
    ? t('pushes.sendDialog.unknownReach')
    : people === 0 ? t('pushes.sendDialog.nobody') : t('pushes.sendDialog.text', { count: people, n: show.number(people) })
  const sendButton = (
    <Button leftSection={<IconSend size={16} aria-hidden="true" />} onClick={form.askToSend} disabled={isBusy || sendAgainAt !== null} loading={form.isSending}>
      {t('pushes.editor.send')}
    </Button>
  )
  return (
    <Page width="wide">
      <PageHeader
        title={draft.name.trim() || t('pushes.editor.newTitle')}
        badge={push && <PushStatus status={push.status} />}
        meta={sendAgainAt !== null && !isBusy && t('pushes.editor.onceADay', { time: show.dateTime(sendAgainAt) })}
        more={push ? [
          { label: t('pushes.editor.copy'), icon: <IconCopy size={16} aria-hidden="true" />, onClick: () => void navigate({ to: '/$cabinetDomain/pushes/create', params: { cabinetDomain: cabinet.domain }, search: { copy: push.id } }) },
          { label: t('pushes.editor.remove'), icon: <IconTrash size={16} aria-hidden="true" />, isDangerous: true, onClick: () => setIsRemoving(true) },
        ] : []}
        secondary={!isLocked && (
          <Button variant="default" onClick={() => void form.saveAndStay()} loading={form.isSaving} disabled={(push !== null && !form.isDirty) || (push === null && !areCardsActive)}>
            {t(push && push.status !== 'draft' ? 'pushes.editor.saveAgain' : 'pushes.editor.save')}
          </Button>
        )}
        primary={sendButton}
      />
      {!areCardsActive && (
        <StatusBanner
          tone="warning"
          action={<LinkButton size="xs" variant="default" to="/$cabinetDomain/settings/certificates" params={{ cabinetDomain: cabinet.domain }}>{t('pushes.notActive.link')}</LinkButton>}
        >
          <strong>{t('pushes.notActive.title')}.</strong> {t('pushes.notActive.text')}
        </StatusBanner>
      )}
      <div className={classes.editor}>
        <div className={classes.column}>
          {push && <SendProgress push={push} />}
          {push && <Results push={push} />}
          {form.hasConflict && (
            <StatusBanner
              tone="warning"
              action={(
                <Group gap="xs">
                  <Button variant="default" onClick={() => void form.loadNewest()}>{t('pushes.editor.conflict.load')}</Button>
                  <Button variant="default" onClick={() => void form.saveOverNewest()} loading={form.isSaving}>{t('pushes.editor.conflict.keep')}</Button>
                </Group>
              )}
            >
              <Text fw={600}>{t('pushes.editor.conflict.title')}</Text>
              <Text>{t('pushes.editor.conflict.text')}</Text>
            </StatusBanner>
          )}
          {isIncomplete && form.isUrgent && <Checklist checks={checks} isUrgent />}
          {isLocked && <StatusBanner tone="info">{t('pushes.editor.busy')}</StatusBanner>}
          <fieldset className={classes.plain} disabled={isLocked}>
            <section className={classes.section}>
              <Text component="h2" fz="md" fw={600} m={0}>{t('pushes.editor.step1')}</Text>
              <TextInput
                id={NAME_ID}
                label={t('pushes.editor.name')}
                description={t('pushes.editor.nameHint')}
                placeholder={t('pushes.editor.namePlaceholder')}
                value={draft.name}
                onChange={(event) => form.change({ name: event.currentTarget.value })}
                maxLength={NAME_MAX}
                error={form.errors.name}
                autoComplete="off"
              />
              <div>
                <TokenInput
                  id={TEXT_ID}
                  label={t('pushes.editor.message')}
                  description={t('pushes.editor.messageHint')}
                  value={draft.message}
                  onChange={(message) => form.change({ message })}
                  variables={variables ?? []}
                  maxLength={PUSH_TEXT_MAX}
                  error={form.errors.message}
                  multiline
                />
                <div className={classes.counter}>
                  {count > LOCK_SCREEN_CHARACTERS && <span role="status">{t('pushes.editor.long', { n: LOCK_SCREEN_CHARACTERS })}</span>}
                  <span className="k-number">{t('pushes.editor.counter', { n: count, max: PUSH_TEXT_MAX })}</span>
                </div>
              </div>
            </section>
            <section className={classes.section}>
              <Text component="h2" fz="md" fw={600} m={0}>{t('pushes.editor.step2')}</Text>
              <Audience templates={templates} chosen={draft.templates} onChange={(chosen) => form.change({ templates: chosen })} isDisabled={isLocked} />
            </section>
          </fieldset>
        </div>
        <aside className={classes.side}>
          <Preview draft={draft} templates={templates} variables={variables ?? []} />
          <ReachPanel reach={reach} isChosen={draft.templates.length > 0} />
          {isIncomplete && !form.isUrgent && <Checklist checks={checks} isUrgent={false} />}
        </aside>
      </div>
      <ConfirmDialog
        isOpen={form.isAsking}
        onClose={form.stopAsking}
        title={t('pushes.sendDialog.title', { name: draft.name.trim() })}
        confirmLabel={t('pushes.sendDialog.verb')}
        onConfirm={() => void form.send()}
        isBusy={form.isSending}
        isDangerous={false}
      >
        <Text>{effect}</Text>
        <Text c="dimmed" mt="xs">{t('pushes.sendDialog.once')}</Text>
      </ConfirmDialog>
      <RemovePush
        push={isRemoving ? push : null}
        onClose={() => setIsRemoving(false)}
        onDone={() => void navigate({ to: '/$cabinetDomain/pushes', params: { cabinetDomain: cabinet.domain }, search: {}, ignoreBlocker: true })}
      />
      {guard}
    </Page>
  )
}

function Preview({ draft, templates, variables }: { draft: Draft; templates: readonly TemplateRow[]; variables: readonly Variable[] }) {
  const { t } = useTranslation()
  const cabinet = useCabinet()
  const template = templates.find((one) => draft.templates.includes(one.id)) ?? templates[0]
  const holder = useSampleHolder(cabinet.id, draft.templates[0])
  const icon = template?.design.images.icon
  return (
    <MessagePreview
      text={fillText(draft.message, cardValues(holder, variables, undefined))}
      organisation={template?.design.organisation ?? ''}
      icon={icon ? fileUrl(cabinet.id, icon) : null}
    >
      {/\{[A-Za-z]/.test(draft.message) && t('pushes.preview.filledWith', { name: `${holder.name} ${holder.surname}`.trim() || t('clients.nameless') })}
    </MessagePreview>
  )
}
