import { Switch } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PushRow } from '../../../contract/reach/pushes.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { useTemplates } from '../../people/clients/data.ts'
import { useSwitchPush } from './data.ts'
import { SwitchDialog } from './switch-dialog.tsx'

/** Switches a push in the list. What prevents it is shown where it can be resolved: in the push. */
export function SwitchCell({ push }: { push: PushRow }) {
  const { t } = useTranslation()
  const cabinet = useCabinet()
  const navigate = useNavigate()
  const [isAsking, setIsAsking] = useState(false)
  const templates = useTemplates(cabinet.id).data?.templates
  const open = () =>
    void navigate({
      to: '/$cabinetDomain/pushes/$pushId',
      params: { cabinetDomain: cabinet.domain, pushId: push.id },
      search: { check: '1' },
    })
  const toggling = useSwitchPush(
    cabinet.id,
    ({ code }) => {
      setIsAsking(false)
      if (
        code !== 'push_incomplete' &&
        code !== 'point_limit' &&
        code !== 'cards_not_active' &&
        code !== 'beacon_needs_expert'
      )
        return false
      open()
      return true
    },
    t(push.isActive ? 'pushes.switch.offDone' : 'pushes.switch.onDone'),
  )
  const state = t(push.isActive ? 'pushes.status.on' : 'pushes.status.off')
  const chosen = push.templates.map((template) => template.id)
  return (
    <div onClick={(event) => event.stopPropagation()} role="presentation">
      <Switch
        checked={push.isActive}
        onChange={() => setIsAsking(true)}
        label={state}
        aria-label={`${push.name}: ${state}`}
      />
      <SwitchDialog
        push={isAsking ? push : null}
        isOn={push.isActive}
        cards={
          templates
            ? templates
                .filter((template) => chosen.includes(template.id))
                .reduce((sum, template) => sum + template.issued, 0)
            : null
        }
        onClose={() => setIsAsking(false)}
        onConfirm={() =>
          void toggling
            .ask({ params: { c: cabinet.id, pushUuid: push.id }, body: { isActive: !push.isActive } })
            .then(() => setIsAsking(false))
        }
        isBusy={toggling.isBusy}
      />
    </div>
  )
}
