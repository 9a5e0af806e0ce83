import { Button, Group, Text } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconCopy, IconPower, IconSend, IconTrash } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { POINTS_MAX } from '../../../contract/limits.ts'
import type { Push } from '../../../contract/reach/pushes.ts'
import type { TemplateRow } from '../../../contract/cards/templates.ts'
import type { Variable } from '../../../contract/cards/variables.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { useLeaveGuard } from '../../base/leave.tsx'
import { useShow } from '../../base/show.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { LinkButton } from '../../parts/link.tsx'
import { Page, PageHeader } from '../../parts/page.tsx'
import { StatusBanner } from '../../parts/status.tsx'
import { Audience, ReachPanel, useEstimatedReach } from './audience.tsx'
import { Checklist } from './checklist.tsx'
import { isGoing, usePointSettings } from './data.ts'
import { MessageSection } from './message-section.tsx'
import { NearPanel } from './near-panel.tsx'
import { PointsSection } from './points-section.tsx'
import { type Draft, unknownVariables } from './push-draft.ts'
import { PushPreview } from './push-preview.tsx'
import { PushStatus } from './push-status.tsx'
import classes from './pushes.module.css'
import { RemovePush } from './remove-push.tsx'
import { Results, SendProgress } from './results.tsx'
import { SegmentChoice } from './segment-choice.tsx'
import { SwitchDialog } from './switch-dialog.tsx'
import { usePushForm } from './use-push-form.ts'

type EditorFormProps = {
  /** null: not saved yet. */
  push: Push | null
  start: () => Draft
  templates: readonly TemplateRow[]
  areCardsActive: boolean
  /** null while they are loading. */
  variables: readonly Variable[] | null
  /** Somebody was sent here because something is missing. */
  isChecked: boolean
}

export function EditorForm({ push, start, templates, areCardsActive, variables, isChecked }: EditorFormProps) {
  const { t } = useTranslation()
  const show = useShow()
  const cabinet = useCabinet()
  const navigate = useNavigate()
  const known = useMemo(() => variables && variables.map((one) => one.name), [variables])
  const [type] = useState(() => push?.type ?? start().type)
  const settings = usePointSettings(cabinet.id, type !== 'text').data ?? null
  const form = usePushForm({ push, start, known, areCardsActive, settings, isChecked })
  const { draft, checks, isComplete } = form
  const reach = useEstimatedReach(cabinet.id, type === 'text' ? draft.templates : [], draft.segment)
  useHotkeys([['mod+S', () => void (form.isDirty && form.saveAndStay())]], [])
  const guard = useLeaveGuard(form.isDirty, form.save)
  const [isRemoving, setIsRemoving] = useState(false)
  const isLocked = push !== null && !push.allowed.edit
  const isBusy = push !== null && isGoing(push.status)
  const sendAgainAt = push?.allowed.sendAgainAt ?? null
  const isIncomplete = !isBusy && !isComplete
  const isLackingTariff =
    type === 'beacon' && (settings ? settings.limits.beacon === 0 : cabinet.tariff?.key !== 'expert')
  const isOn = push?.isActive ?? false
  const cards = templates
    .filter((template) => draft.templates.includes(template.id))
    .reduce((sum, template) => sum + template.issued, 0)
  const over = form.over && {
    template: templates.find((template) => template.id === form.over?.template)?.name ?? '',
    total: show.number(form.over.total),
    limit: show.number(form.limit ?? 0),
  }
  const { people } = reach
  const effect =
    people === undefined
      ? t('pushes.sendDialog.unknownReach')
      : people === 0
        ? t('pushes.sendDialog.nobody')
        : t('pushes.sendDialog.text', { count: people, n: show.number(people) })
  const primary =
    type !== 'text' ? (
      <Button
        variant={isOn ? 'default' : 'filled'}
        leftSection={<IconPower size={16} aria-hidden="true" />}
        onClick={form.askToSwitch}
        disabled={isLackingTariff && !isOn}
        loading={form.isFlipping}
      >
        {t(isOn ? 'pushes.switch.off' : 'pushes.switch.on')}
      </Button>
    ) : (
      <Button
        leftSection={<IconSend size={16} aria-hidden="true" />}
        onClick={form.askToSend}
        disabled={isBusy || sendAgainAt !== null}
        loading={form.isSending}
      >
        {t('pushes.editor.send')}
      </Button>
    )
  return (
    <Page width="wide">
      <PageHeader
        title={draft.name.trim() || t(`pushes.newTitle.${type}`)}
        badge={push && <PushStatus push={push} />}
        meta={
          type === 'text'
            ? sendAgainAt !== null && !isBusy && t('pushes.editor.onceADay', { time: show.dateTime(sendAgainAt) })
            : push?.cardsAt
              ? t('pushes.switch.waits', { time: show.dateTime(push.cardsAt) })
              : t(isOn ? 'pushes.switch.saveUpdates' : 'pushes.switch.daily')
        }
        more={
          push
            ? [
                {
                  label: t('pushes.editor.copy'),
                  icon: <IconCopy size={16} aria-hidden="true" />,
                  onClick: () =>
                    void navigate({
                      to: '/$cabinetDomain/pushes/create',
                      params: { cabinetDomain: cabinet.domain },
                      search: { copy: push.id },
                    }),
                },
                {
                  label: t('pushes.editor.remove'),
                  icon: <IconTrash size={16} aria-hidden="true" />,
                  isDangerous: true,
                  onClick: () => setIsRemoving(true),
                },
              ]
            : []
        }
        secondary={
          !isLocked && (
            <Button
              variant="default"
              onClick={() => void form.saveAndStay()}
              loading={form.isSaving}
              disabled={(push !== null && !form.isDirty) || (push === null && (!areCardsActive || isLackingTariff))}
            >
              {t(push && (push.status !== 'draft' || isOn) ? 'pushes.editor.saveAgain' : 'pushes.editor.save')}
            </Button>
          )
        }
        primary={primary}
      />
      {!areCardsActive && (
        <StatusBanner
          tone="warning"
          action={
            <LinkButton
              size="xs"
              variant="default"
              to="/$cabinetDomain/settings/certificates"
              params={{ cabinetDomain: cabinet.domain }}
            >
              {t('pushes.notActive.link')}
            </LinkButton>
          }
        >
          <strong>{t('pushes.notActive.title')}.</strong> {t('pushes.notActive.text')}
        </StatusBanner>
      )}
      {isLackingTariff && (
        <StatusBanner
          tone="info"
          action={
            <LinkButton
              size="xs"
              variant="default"
              to="/$cabinetDomain/balance/tariffs"
              params={{ cabinetDomain: cabinet.domain }}
            >
              {t('pushes.points.tariffs')}
            </LinkButton>
          }
        >
          {t('refusals.codes.beacon_needs_expert')}
        </StatusBanner>
      )}
      <div className={classes.editor}>
        <div className={classes.column}>
          {push && <SendProgress push={push} />}
          {push && <Results push={push} />}
          {form.hasConflict && (
            <StatusBanner
              tone="warning"
              action={
                <Group gap="xs">
                  <Button variant="default" onClick={() => void form.loadNewest()}>
                    {t('pushes.editor.conflict.load')}
                  </Button>
                  <Button variant="default" onClick={() => void form.saveOverNewest()} loading={form.isSaving}>
                    {t('pushes.editor.conflict.keep')}
                  </Button>
                </Group>
              }
            >
              <Text fw={600}>{t('pushes.editor.conflict.title')}</Text>
              <Text>{t('pushes.editor.conflict.text')}</Text>
            </StatusBanner>
          )}
          {isIncomplete && form.isUrgent && <Checklist type={type} checks={checks} over={over} isUrgent />}
          {isLocked && <StatusBanner tone="info">{t('pushes.editor.busy')}</StatusBanner>}
          <fieldset className={classes.plain} disabled={isLocked || isLackingTariff}>
            <MessageSection form={form} variables={variables ?? []} />
            <section className={classes.section}>
              <Text component="h2" fz="md" fw={600} m={0}>
                {t('pushes.editor.step2')}
              </Text>
              <Audience
                templates={templates}
                chosen={draft.templates}
                onChange={(chosen) => form.change({ templates: chosen })}
                isDisabled={isLocked}
              />
              {type === 'text' && templates.length > 0 && (
                <SegmentChoice
                  chosen={draft.segment}
                  saved={push?.segment ?? null}
                  onChange={(segment) => form.change({ segment })}
                  error={form.errors.segment}
                  isDisabled={isLocked}
                />
              )}
            </section>
            {type !== 'text' && (
              <PointsSection
                draft={draft}
                change={form.changeFrom}
                limit={form.limit ?? POINTS_MAX}
                map={settings?.map ?? null}
                variables={variables ?? []}
                unknown={(text) => unknownVariables(text, known).length > 0}
                areFaultsShown={form.areFaultsShown}
                isDisabled={isLocked || isLackingTariff}
              />
            )}
          </fieldset>
        </div>
        {/* Nothing in it can be focused near a place, and it scrolls: so it can be focused itself. */}
        <aside className={classes.side} {...(type !== 'text' && { tabIndex: 0, 'aria-label': t('pushes.near.title') })}>
          <PushPreview draft={draft} templates={templates} variables={variables ?? []} />
          {type === 'text' ? (
            <ReachPanel reach={reach} isChosen={draft.templates.length > 0} />
          ) : (
            <NearPanel type={type} />
          )}
          {isIncomplete && !form.isUrgent && <Checklist type={type} checks={checks} over={over} isUrgent={false} />}
        </aside>
      </div>
      <ConfirmDialog
        isOpen={form.isAsking && type === 'text'}
        onClose={form.stopAsking}
        title={t('pushes.sendDialog.title', { name: draft.name.trim() })}
        confirmLabel={t('pushes.sendDialog.verb')}
        onConfirm={() => void form.send()}
        isBusy={form.isSending}
        isDangerous={false}
      >
        <Text>{effect}</Text>
        <Text c="dimmed" mt="xs">
          {t('pushes.sendDialog.once')}
        </Text>
      </ConfirmDialog>
      <SwitchDialog
        push={form.isAsking && type !== 'text' ? draft : null}
        isOn={isOn}
        cards={cards}
        onClose={form.stopAsking}
        onConfirm={() => void form.flip()}
        isBusy={form.isFlipping}
      />
      <RemovePush
        push={isRemoving ? push : null}
        onClose={() => setIsRemoving(false)}
        onDone={() =>
          void navigate({
            to: '/$cabinetDomain/pushes',
            params: { cabinetDomain: cabinet.domain },
            search: {},
            ignoreBlocker: true,
          })
        }
      />
      {guard}
    </Page>
  )
}
