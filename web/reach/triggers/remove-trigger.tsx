import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Trigger } from '../../../contract/reach/triggers.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { LinkButton } from '../../parts/link.tsx'
import { RemoveDialog } from '../../parts/remove-dialog.tsx'
import { useRemoveTrigger } from './data.ts'

type RemoveTriggerProps = { trigger: Trigger | null; onClose: () => void; onDone?: () => void }

/** Asks and deletes; a trigger whose push is being sent stays. @param trigger null: closed */
export function RemoveTrigger({ trigger, onClose, onDone }: RemoveTriggerProps) {
  const { t } = useTranslation()
  const { id: c, domain } = useCabinet()
  const [busyId, setBusyId] = useState<string | null>(null)
  const remove = useRemoveTrigger((refused) => {
    if (refused.code !== 'trigger_push_queued') return false
    setBusyId(trigger?.id ?? null)
    return true
  }, t('triggers.remove.done'))
  if (!trigger) return null
  const { name, push, allowed } = trigger
  const isBlocked = push !== null && (!allowed.remove || busyId === trigger.id)
  return (
    <RemoveDialog
      title={t('triggers.remove.title', { name })}
      verb={t('triggers.remove.verb')}
      text={t('triggers.remove.text')}
      block={
        isBlocked
          ? {
              title: t('triggers.remove.busyTitle', { name }),
              text: t('triggers.remove.busyText'),
              way: (
                <LinkButton
                  variant="default"
                  to="/$cabinetDomain/pushes/$pushId"
                  params={{ cabinetDomain: domain, pushId: push.id }}
                  onClick={onClose}
                >
                  {t('triggers.remove.toPush')}
                </LinkButton>
              ),
            }
          : null
      }
      remove={() => remove.ask({ params: { c, triggerUuid: trigger.id } })}
      isBusy={remove.isBusy}
      onClose={onClose}
      onDone={onDone}
    />
  )
}
