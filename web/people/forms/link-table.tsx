/** The links of a form with what came by each; on a phone they are cards. */
import { ActionIcon, Tooltip } from '@mantine/core'
import {
  IconChartBar,
  IconCopy,
  IconEye,
  IconEyeOff,
  IconPencil,
  IconPrinter,
  IconQrcode,
  IconTrash,
  IconLink,
} from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Meta, ReplyOf } from '../../../contract/call.ts'
import type { FormLink, formLinks } from '../../../contract/people/form-links.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import type { Refused } from '../../base/refused.ts'
import { useShow } from '../../base/show.ts'
import { CopyButton } from '../../parts/copy-button.tsx'
import type { Column } from '../../parts/data-table/columns.ts'
import { DataTable } from '../../parts/data-table/data-table.tsx'
import { useTableState } from '../../parts/data-table/table-state.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { useGuard } from '../../parts/member-rights.tsx'
import type { MoreItem } from '../../parts/page.tsx'
import { StatusBadge } from '../../parts/status.tsx'
import { copyText } from './copy-text.ts'
import { useSwitchLink } from './link-data.ts'
import classes from './page.module.css'

export type LinkAction = 'qr' | 'poster' | 'rename' | 'remove'
type OnAction = (what: LinkAction, link: FormLink) => void

type LinkTableProps = {
  formKey: string
  read: UseQueryResult<ReplyOf<typeof formLinks.listLinks>, Refused>
  onAction: OnAction
  create: ReactNode
}

export function LinkTable({ formKey, read, onAction, create }: LinkTableProps) {
  const { t } = useTranslation()
  const state = useTableState({ sorts: ['created'] })
  const actionsOf = useActions(formKey, onAction)
  const columns = useColumns(onAction)
  // One page holds all: there are fifty at most.
  const rows = read.data?.links
  const table = {
    ...read,
    data: rows && { data: rows, meta: { total: rows.length, page: 1, limit: Math.max(rows.length, 1) } },
  } as UseQueryResult<{ data: FormLink[]; meta: Meta }, Refused>
  return (
    <DataTable
      name="form-links"
      label={t('links.title')}
      state={state}
      read={table}
      columns={columns}
      rowId={(link) => link.id}
      rowName={(link) => link.name}
      actions={actionsOf}
      empty={
        <EmptyState
          icon={<IconLink size={40} stroke={1.5} />}
          title={t('links.empty.title')}
          text={t('links.empty.text')}
          action={create}
        />
      }
    />
  )
}

function useColumns(onAction: OnAction): Column<FormLink>[] {
  const { t } = useTranslation()
  const show = useShow()
  const figure = (key: 'opened' | 'filled' | 'issued'): Column<FormLink> => ({
    key,
    title: t(`links.columns.${key}`),
    align: 'right',
    render: ({ figures }) => show.number(figures[key]),
  })
  return [
    { key: 'name', title: t('links.columns.name'), width: 180, render: (link) => link.name },
    {
      key: 'state',
      title: t('links.columns.state'),
      card: 'status',
      render: (link) => (
        <StatusBadge tone={link.isOn ? 'success' : 'neutral'}>
          {t(link.isOn ? 'links.state.on' : 'links.state.off')}
        </StatusBadge>
      ),
    },
    {
      key: 'address',
      title: t('links.columns.address'),
      card: 'fact',
      width: 370,
      render: (link) => <AddressCell link={link} onQr={() => onAction('qr', link)} />,
    },
    { ...figure('opened'), card: 'fact' },
    figure('filled'),
    figure('issued'),
    {
      key: 'installed',
      title: t('links.columns.installed'),
      align: 'right',
      width: 190,
      render: ({ figures: { installed } }) =>
        t('links.wallets', { apple: show.number(installed.apple), google: show.number(installed.google) }),
    },
    {
      key: 'created',
      title: t('links.columns.created'),
      isHidden: true,
      render: (link) => show.date(link.createdAt),
    },
  ]
}

function AddressCell({ link, onQr }: { link: FormLink; onQr: () => void }) {
  const { t } = useTranslation()
  return (
    <span className={classes.address}>
      <span className="k-mono">{link.url.replace(/^https?:\/\//, '')}</span>
      <span className={classes.link}>
        <CopyButton value={link.url} label={t('links.copy')} />
        <Tooltip label={t('links.qr.verb')}>
          <ActionIcon variant="subtle" color="gray" size={32} aria-label={t('links.qr.verb')} onClick={onQr}>
            <IconQrcode size={18} stroke={1.75} aria-hidden="true" />
          </ActionIcon>
        </Tooltip>
      </span>
    </span>
  )
}

function useActions(formKey: string, onAction: OnAction): (link: FormLink) => MoreItem[] {
  const { t } = useTranslation()
  const { id: c, domain } = useCabinet()
  const guard = useGuard('delete')
  const navigate = useNavigate()
  const change = useSwitchLink()
  const item = (label: string, Icon: typeof IconCopy, onClick: () => void): MoreItem => ({
    label,
    icon: <Icon size={16} aria-hidden="true" />,
    onClick,
  })
  return (link) => [
    item(t('links.copy'), IconCopy, () => copyText(link.url, t('forms.list.copied'), t('forms.list.copyFailed'))),
    item(t('links.qr.verb'), IconQrcode, () => onAction('qr', link)),
    item(t('links.poster.verb'), IconPrinter, () => onAction('poster', link)),
    item(
      t('links.chart'),
      IconChartBar,
      () =>
        void navigate({
          to: '/$cabinetDomain/clients/chart',
          params: { cabinetDomain: domain },
          search: { link: link.id, days: '365' } as never,
        }),
    ),
    item(t('links.rename.verb'), IconPencil, () => onAction('rename', link)),
    item(t(link.isOn ? 'links.off.verb' : 'links.on.verb'), link.isOn ? IconEyeOff : IconEye, () =>
      change.run({ params: { c, formKey, id: link.id }, body: { name: link.name, isOn: !link.isOn } }),
    ),
    guard({ ...item(t('links.remove.verb'), IconTrash, () => onAction('remove', link)), isDangerous: true }),
  ]
}
