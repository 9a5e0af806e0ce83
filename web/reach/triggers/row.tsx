import { ActionIcon, Tooltip } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Trigger } from '../../../contract/reach/triggers.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { useShow } from '../../base/show.ts'
import { PathLink } from '../../parts/link.tsx'
import { useGuard } from '../../parts/member-rights.tsx'
import { MoscowTime } from '../../parts/moscow-time.tsx'
import { MoreMenu } from '../../parts/more-menu.tsx'
import { StatusBadge } from '../../parts/status.tsx'
import { useSwitchTrigger } from './data.ts'
import { TriggerSwitch } from './switch.tsx'
import classes from './triggers.module.css'
import { subjectOf, useSentences } from './use-sentences.ts'

type TriggerRowProps = {
  trigger: Trigger
  grip: ReactNode
  isFirst: boolean
  isLast: boolean
  onMove: (by: 1 | -1) => void
  onRemove: () => void
}

/** One trigger of the list: its position, its description and its switch. */
export function TriggerRow({ trigger, grip, isFirst, isLast, onMove, onRemove }: TriggerRowProps) {
  const { t } = useTranslation()
  const show = useShow()
  const { id: c, domain } = useCabinet()
  const guard = useGuard('delete')
  const sentences = useSentences()
  const subject = subjectOf(trigger)
  const { lastRun, name } = trigger
  const turning = useTurn(trigger)
  return (
    <div className={classes.row}>
      {grip ?? <span className={classes.noGrip} />}
      <span className={classes.number}>{trigger.position}</span>
      <span className={classes.name}>
        <PathLink to={`/${domain}/triggers/${trigger.id}`}>{name}</PathLink>
        {trigger.missing.length > 0 && <StatusBadge tone="warning">{t('triggers.incomplete')}</StatusBadge>}
      </span>
      <span className={classes.cell}>{sentences.when(subject)}</span>
      <span className={classes.cell}>{subject.segment ?? t('triggers.all')}</span>
      <span className={classes.cell}>{sentences.does(subject)}</span>
      <span className={classes.cell} data-quiet="">
        {lastRun ? (
          <>
            <span className={classes.label}>{t('triggers.columns.lastRun')}: </span>
            <MoscowTime at={lastRun.at} />
            <span className={classes.together}>
              {t('triggers.clients', { count: lastRun.clients, n: show.number(lastRun.clients) })}
            </span>
          </>
        ) : (
          <>
            <span className={classes.label}>{t('triggers.columns.lastRun')}: </span>
            {t('triggers.never')}
          </>
        )}
      </span>
      <span className={classes.switch}>
        <TriggerSwitch
          trigger={trigger}
          isBusy={turning.isBusy}
          onTurn={(isActive) => turning.run({ params: { c, triggerUuid: trigger.id }, body: { isActive } })}
        />
      </span>
      <span className={classes.acts}>
        <RowAct label={t('triggers.order.up', { name })} isDisabled={isFirst} onClick={() => onMove(-1)}>
          <IconArrowUp size={16} />
        </RowAct>
        <RowAct label={t('triggers.order.down', { name })} isDisabled={isLast} onClick={() => onMove(1)}>
          <IconArrowDown size={16} />
        </RowAct>
        <MoreMenu
          label={t('triggers.actionsOf', { name })}
          items={[
            guard({
              label: t('triggers.editor.remove'),
              icon: <IconTrash size={16} aria-hidden="true" />,
              isDangerous: true,
              onClick: onRemove,
            }),
          ]}
        />
      </span>
    </div>
  )
}

/** The switch in the list; what is missing is shown in the editor. */
function useTurn(trigger: Trigger) {
  const { id: c, domain } = useCabinet()
  const navigate = useNavigate()
  return useSwitchTrigger(c, (refused) => {
    if (refused.code !== 'trigger_incomplete' && refused.code !== 'trigger_date_passed') return false
    void navigate({
      to: '/$cabinetDomain/triggers/$triggerId',
      params: { cabinetDomain: domain, triggerId: trigger.id },
      search: { check: '1' } as never,
    })
    return true
  })
}

function RowAct({
  label,
  isDisabled,
  onClick,
  children,
}: {
  label: string
  isDisabled: boolean
  onClick: () => void
  children: ReactNode
}) {
  return (
    <Tooltip label={label}>
      {/* aria-disabled keeps the focus on the button when a trigger reaches the end of the list. */}
      <ActionIcon
        variant="subtle"
        color="gray"
        size={32}
        aria-label={label}
        aria-disabled={isDisabled || undefined}
        {...(isDisabled && { 'data-disabled': true })}
        onClick={() => !isDisabled && onClick()}
      >
        {children}
      </ActionIcon>
    </Tooltip>
  )
}
