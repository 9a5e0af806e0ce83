import { IconBrandAndroid, IconBrandApple } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { cardNumberText } from '../../../card/values.ts'
import type { ClientRow } from '../../../contract/people/clients.ts'
import { usePoints } from '../../base/points.ts'
import { useShow } from '../../base/show.ts'
import type { Column } from '../../parts/data-table/columns.ts'
import classes from './clients.module.css'
import { TagList } from './tag-list.tsx'
import { CrmState } from './crm-state.tsx'

export const fullName = (row: ClientRow) => `${row.name} ${row.surname}`.trim()

/**
 * The same array until a title or a figure would look different: rows are drawn again when their columns change.
 * @param hasCrm shows the column of the CRM; `hasTags` that of tags, until somebody chooses the columns
 */
export function useColumns({ hasCrm, hasTags }: { hasCrm: boolean; hasTags: boolean }): Column<ClientRow>[] {
  const { t } = useTranslation()
  const show = useShow()
  const points = usePoints().name
  return useMemo(() => {
    const title = (
      key:
        | 'client'
        | 'cardNumber'
        | 'template'
        | 'balance'
        | 'bonus'
        | 'discount'
        | 'phone'
        | 'installs'
        | 'sync'
        | 'created'
        | 'email'
        | 'birthday'
        | 'sex'
        | 'tags',
    ) => t(`clients.columns.${key}`)
    const line = (text: string) => <span style={{ whiteSpace: 'nowrap' }}>{text}</span>
    return [
      {
        key: 'name',
        title: title('client'),
        isSortable: true,
        render: (row) => <span className={classes.name}>{fullName(row) || t('clients.nameless')}</span>,
      },
      {
        key: 'cardNumber',
        title: title('cardNumber'),
        isSortable: true,
        card: 'fact',
        render: (row) => <span className="k-number">{cardNumberText(row.cardNumber)}</span>,
      },
      { key: 'template', title: title('template'), render: (row) => row.template.name },
      {
        key: 'balance',
        title: title('balance'),
        isSortable: true,
        align: 'right',
        card: 'fact',
        render: (row) => show.price(row.balanceMinor),
      },
      {
        key: 'bonus',
        title: points,
        isSortable: true,
        align: 'right',
        render: (row) => show.points(row.bonusMinor),
      },
      {
        key: 'discount',
        title: title('discount'),
        isSortable: true,
        align: 'right',
        render: (row) => `${show.percent(row.discountHundredths)}\u00A0%`,
      },
      {
        key: 'phone',
        title: title('phone'),
        render: (row) => (
          <span className="k-number" style={{ whiteSpace: 'nowrap' }}>
            {row.tel || '–'}
          </span>
        ),
      },
      { key: 'installs', title: title('installs'), card: 'status', render: (row) => <Installs row={row} /> },
      ...(hasCrm
        ? [{ key: 'sync', title: title('sync'), render: (row: ClientRow) => row.sync && <CrmState state={row.sync} /> }]
        : []),
      { key: 'tags', title: title('tags'), isHidden: !hasTags, render: (row) => <TagList names={row.tags} max={2} /> },
      { key: 'created', title: title('created'), isSortable: true, render: (row) => line(show.date(row.createdAt)) },
      { key: 'email', title: title('email'), isHidden: true, render: (row) => row.email || '–' },
      {
        key: 'birthday',
        title: title('birthday'),
        isHidden: true,
        isSortable: true,
        render: (row) => line(row.birthday ? show.date(row.birthday) : '–'),
      },
      {
        key: 'sex',
        title: title('sex'),
        isHidden: true,
        render: (row) => (row.sex ? t(`clients.sex.${row.sex}`) : '–'),
      },
    ]
  }, [t, show, points, hasCrm, hasTags])
}

const WALLET_ICONS = { apple: IconBrandApple, google: IconBrandAndroid }

function Installs({ row: { installs: wallets, removedAt } }: { row: ClientRow }) {
  const { t } = useTranslation()
  const show = useShow()
  if (wallets.length === 0)
    return (
      <span style={{ color: 'var(--k-text-3)', whiteSpace: 'nowrap', fontWeight: 400 }}>
        {removedAt === null
          ? t('clients.wallets.none')
          : t('clients.wallets.removedOn', { date: show.date(removedAt) })}
      </span>
    )
  return (
    <span className={classes.wallets}>
      {wallets.map((wallet) => {
        const Icon = WALLET_ICONS[wallet]
        return (
          <span key={wallet} className={classes.wallet}>
            <Icon size={16} stroke={1.75} aria-hidden="true" />
            {t(`clients.wallets.${wallet}`)}
          </span>
        )
      })}
    </span>
  )
}
