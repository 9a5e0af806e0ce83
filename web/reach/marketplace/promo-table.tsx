/** The rows of a module: codes or offers, their state and actions. Removing can be undone for a moment. */
import { IconPencil, IconPlus, IconTicket, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PROMOS_MAX } from '../../../contract/limits.ts'
import type { Promo } from '../../../contract/reach/marketplace.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { useShow } from '../../base/show.ts'
import { CopyButton } from '../../parts/copy-button.tsx'
import type { Column } from '../../parts/data-table/columns.ts'
import { DataTable } from '../../parts/data-table/data-table.tsx'
import { useTableState } from '../../parts/data-table/table-state.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { StatusBadge, type Tone } from '../../parts/status.tsx'
import { undoToast } from '../../parts/undo-toast.tsx'
import { WriteButton } from '../../parts/write-button.tsx'
import { mayChangeModules } from './access.ts'
import { type PromoModule, usePromoName, useSaveModule } from './data.ts'
import classes from './marketplace.module.css'
import { PromoDrawer } from './promo-drawer.tsx'

const TONES: Readonly<Record<Promo['state'], Tone>> = {
  planned: 'info',
  running: 'success',
  ended: 'neutral',
  used_up: 'warning',
}

export function PromoTable({ module }: { module: PromoModule }) {
  const { t } = useTranslation()
  const show = useShow()
  const cabinet = useCabinet()
  const state = useTableState({ sorts: ['made'] })
  const [edited, setEdited] = useState<Promo | 'new' | null>(null)
  /** Removed on the screen; on the server when the toast is gone. */
  const [gone, setGone] = useState<readonly string[]>([])
  const { save } = useSaveModule(cabinet.id, module)
  const nameOf = usePromoName()
  const name = (promo: Promo) => nameOf(promo, module.id, show.date(promo.startsOn))
  const rows = module.promos.filter((one) => !gone.includes(one.id))
  const comeBack = (id: string) => setGone((ids) => ids.filter((one) => one !== id))
  const remove = (promo: Promo) => {
    setGone((ids) => [...ids, promo.id])
    undoToast({
      message: t('marketplace.promos.removed', { name: name(promo) }),
      undo: () => comeBack(promo.id),
      commit: () =>
        void save((input) => ({ ...input, promos: input.promos.filter((one) => one.id !== promo.id) })).then(
          (saved) => !saved && comeBack(promo.id),
        ),
    })
  }
  const canChange = mayChangeModules(cabinet)
  const add = (
    <WriteButton
      variant={module.isActive ? 'filled' : 'default'}
      leftSection={<IconPlus size={16} aria-hidden="true" />}
      disabled={!canChange || rows.length >= PROMOS_MAX}
      onClick={() => setEdited('new')}
    >
      {t(`marketplace.promos.add.${module.id}`)}
    </WriteButton>
  )
  return (
    <>
      <DataTable<Promo>
        name={`promos-${module.id}`}
        label={t(`marketplace.promos.label.${module.id}`)}
        state={state}
        rowId={(one) => one.id}
        rowName={name}
        tools={rows.length > 0 && add}
        read={
          {
            data: { data: rows, meta: { total: rows.length, page: 1, limit: Math.max(rows.length, 1) } },
            isError: false,
            isFetching: false,
            isPlaceholderData: false,
          } as never
        }
        columns={useColumns(module, name)}
        actions={(promo) =>
          canChange
            ? [
                {
                  label: t('marketplace.promos.edit'),
                  icon: <IconPencil size={16} aria-hidden="true" />,
                  onClick: () => setEdited(promo),
                },
                {
                  label: t('marketplace.promos.remove'),
                  icon: <IconTrash size={16} aria-hidden="true" />,
                  isDangerous: true,
                  onClick: () => remove(promo),
                },
              ]
            : []
        }
        empty={
          <EmptyState
            icon={<IconTicket size={40} stroke={1.5} />}
            title={t(`marketplace.promos.empty.${module.id}`)}
            text={t(`marketplace.promos.empty.${module.id}Text`)}
            action={add}
          />
        }
      />
      {edited !== null && (
        <PromoDrawer module={module} promo={edited === 'new' ? undefined : edited} onClosed={() => setEdited(null)} />
      )}
    </>
  )
}

function useColumns(module: PromoModule, name: (promo: Promo) => string): Column<Promo>[] {
  const { t } = useTranslation()
  const show = useShow()
  const title = (key: 'code' | 'bonus' | 'inviter' | 'invited' | 'max' | 'period' | 'state') =>
    t(`marketplace.promos.columns.${key}`)
  const amount = (key: 'bonus' | 'inviter' | 'invited', of: (promo: Promo) => number): Column<Promo> => ({
    key,
    title: title(key),
    align: 'right',
    card: 'fact',
    render: (promo) => show.points(of(promo)),
  })
  const isWelcome = module.id === 'welcome'
  const period = (promo: Promo) =>
    promo.endsOn === null
      ? t('marketplace.promos.from', { from: show.date(promo.startsOn) })
      : t('marketplace.promos.period', { from: show.date(promo.startsOn), to: show.date(promo.endsOn) })
  const used = ({ used: count, max }: Promo) =>
    max === null
      ? show.number(count)
      : t(isWelcome ? 'marketplace.promos.ofMax' : 'marketplace.promos.each', {
          used: show.number(count),
          max: show.number(max),
        })
  const form = module.forms.find((one) => one.isOpen)
  const link = (promo: Promo) => `${form?.url ?? ''}?promo=${encodeURIComponent(promo.code)}`
  return [
    {
      key: 'code',
      title: isWelcome ? title('code') : title('period'),
      render: (promo) =>
        isWelcome ? (
          <span className={classes.code}>
            {promo.code === '' ? `${name(promo)} (${t('marketplace.promos.everyoneHint')})` : promo.code}
            {promo.code !== '' && form && <CopyButton value={link(promo)} label={t('marketplace.promos.copyLink')} />}
          </span>
        ) : (
          <span className={classes.code}>{period(promo)}</span>
        ),
    },
    ...(isWelcome
      ? [amount('bonus', (promo) => promo.bonusMinor)]
      : [amount('inviter', (promo) => promo.inviterMinor), amount('invited', (promo) => promo.invitedMinor)]),
    { key: 'max', title: title('max'), align: 'right', render: used },
    ...(isWelcome ? [{ key: 'period', title: title('period'), card: 'fact' as const, render: period }] : []),
    {
      key: 'state',
      title: title('state'),
      card: 'status',
      render: (promo) => (
        <StatusBadge tone={TONES[promo.state]}>{t(`marketplace.promos.states.${promo.state}`)}</StatusBadge>
      ),
    },
  ]
}
