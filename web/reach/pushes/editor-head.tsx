import { Button } from '@mantine/core'
import { IconCalendarTime, IconCopy, IconPower, IconSend, IconTrash } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { isSentType, type Push } from '../../../contract/reach/pushes.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { useShow } from '../../base/show.ts'
import { useGuard } from '../../parts/member-rights.tsx'
import { PageHeader } from '../../parts/page.tsx'
import { useTestPhonesItem } from '../../parts/test-phones-button.tsx'
import { WriteButton } from '../../parts/write-button.tsx'
import { isGoing } from './data.ts'
import { nameFrom } from './push-draft.ts'
import { PushStatus } from './push-status.tsx'
import type { PushActions } from './use-push-actions.ts'
import type { PushForm } from './use-push-form.ts'

type EditorHeadProps = {
  push: Push | null
  form: PushForm
  actions: PushActions
  /** The plan has no beacons. */
  needsHigherPlan: boolean
  canSaveNew: boolean
  onRemove: () => void
}

/** Name and state of a push, and its main action: send it, or switch it on. */
export function EditorHead({ push, form, actions, needsHigherPlan, canSaveNew, onRemove }: EditorHeadProps) {
  const { t } = useTranslation()
  const { domain } = useCabinet()
  const guard = useGuard('delete')
  const navigate = useNavigate()
  const meta = useMeta(push)
  const { draft } = form
  const copy = (copied: Push) =>
    void navigate({
      to: '/$cabinetDomain/pushes/create',
      params: { cabinetDomain: domain },
      search: { copy: copied.id },
    })
  const phones = useTestPhonesItem()
  const more = push && [
    { label: t('pushes.editor.copy'), icon: <IconCopy size={16} aria-hidden="true" />, onClick: () => copy(push) },
    guard({
      label: t('pushes.editor.remove'),
      icon: <IconTrash size={16} aria-hidden="true" />,
      isDangerous: true,
      onClick: onRemove,
    }),
  ]
  return (
    <PageHeader
      title={nameFrom(draft.value) || t(`pushes.newTitle.${draft.value.type}`)}
      badge={push && <PushStatus push={push} />}
      meta={meta(draft.value.type)}
      more={[...(more ?? []), ...phones]}
      secondary={
        !push && (
          <Button
            variant="default"
            onClick={() => void actions.saveNew()}
            loading={draft.isSaving}
            disabled={!canSaveNew || needsHigherPlan}
          >
            {t('pushes.editor.save')}
          </Button>
        )
      }
      primary={<PrimaryAction push={push} form={form} actions={actions} needsHigherPlan={needsHigherPlan} />}
    />
  )
}

/** The line under the name: when it can be sent again, or when cards follow. */
function useMeta(push: Push | null) {
  const { t } = useTranslation()
  const show = useShow()
  return (type: Push['type']) => {
    if (isSentType(type)) {
      if (push?.schedule && !isGoing(push.status))
        return t(`pushes.schedule.next.${push.schedule.repeat}`, { time: show.dateTime(push.schedule.at) })
      const sendAgainAt = push?.allowed.sendAgainAt ?? null
      if (!push || sendAgainAt === null || isGoing(push.status)) return undefined
      return t('pushes.editor.onceADay', { time: show.dateTime(sendAgainAt) })
    }
    if (push?.cardsAt) return t('pushes.switch.waits', { time: show.dateTime(push.cardsAt) })
    return t(push?.isActive ? 'pushes.switch.saveUpdates' : 'pushes.switch.daily')
  }
}

function PrimaryAction({ push, form, actions, needsHigherPlan }: Omit<EditorHeadProps, 'canSaveNew' | 'onRemove'>) {
  const { t } = useTranslation()
  const isOn = push?.isActive ?? false
  if (!isSentType(form.draft.value.type))
    return (
      <Button
        variant={isOn ? 'default' : 'filled'}
        leftSection={<IconPower size={16} aria-hidden="true" />}
        onClick={actions.askToSwitch}
        disabled={needsHigherPlan && !isOn}
        loading={actions.isToggling}
      >
        {t(isOn ? 'pushes.switch.off' : 'pushes.switch.on')}
      </Button>
    )
  const isBusy = push !== null && isGoing(push.status)
  const isLater = form.draft.value.schedule !== null
  if (isLater)
    return (
      <Button
        leftSection={<IconCalendarTime size={16} aria-hidden="true" />}
        onClick={actions.askToSend}
        disabled={isBusy || (push !== null && !form.draft.isDirty)}
        loading={form.draft.isSaving}
      >
        {t('pushes.schedule.verb')}
      </Button>
    )
  return (
    <WriteButton
      leftSection={<IconSend size={16} aria-hidden="true" />}
      onClick={actions.askToSend}
      disabled={isBusy || (push !== null && push.allowed.sendAgainAt !== null)}
      loading={actions.isSending}
    >
      {t('pushes.editor.send')}
    </WriteButton>
  )
}
