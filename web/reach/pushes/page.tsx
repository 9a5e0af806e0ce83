import { IconCopy, IconSend, IconTrash } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PUSH_TYPES, type PushRow } from '../../../contract/reach/pushes.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { useBreadcrumbs } from '../../base/page-title.tsx'
import { useShow } from '../../base/show.ts'
import { useReadOnly } from '../../base/read-only.ts'
import type { Column } from '../../parts/data-table/columns.ts'
import { DataTable } from '../../parts/data-table/data-table.tsx'
import { type TableState, useTableState } from '../../parts/data-table/table-state.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { PathLink } from '../../parts/link.tsx'
import { useGuard } from '../../parts/member-rights.tsx'
import { MoscowTime } from '../../parts/moscow-time.tsx'
import { type MoreItem, Page, PageHeader } from '../../parts/page.tsx'
import { readableText } from '../../parts/token-input/tokens.ts'
import { useVariableTokens } from '../../parts/token-input/variable-tokens.ts'
import { useVariables } from '../../people/clients/data.ts'
import { CreateMenu } from './create-menu.tsx'
import { PUSH_FILTERS, usePushes } from './data.ts'
import { EXAMPLES } from './push-draft.ts'
import { PushStatus } from './push-status.tsx'
import { TypeIcon } from './push-type.tsx'
import classes from './pushes.module.css'
import { RemovePush } from './remove-push.tsx'
import { SwitchCell } from './switch-cell.tsx'

/** Messages to card holders: sent ones with their results, and drafts. */
export function PushesPage() {
  const { t } = useTranslation()
  const cabinet = useCabinet()
  const guard = useGuard('delete')
  const navigate = useNavigate()
  const state = useTableState({ sorts: ['created'], filters: ['type', 'status'] })
  const read = usePushes(cabinet.id, state)
  const [removing, setRemoving] = useState<PushRow | null>(null)
  useBreadcrumbs([{ text: t('pushes.title') }])
  const here = { cabinetDomain: cabinet.domain }
  const actions = (push: PushRow): MoreItem[] => [
    {
      label: t('pushes.menu.copy'),
      icon: <IconCopy size={16} aria-hidden="true" />,
      onClick: () => void navigate({ to: '/$cabinetDomain/pushes/create', params: here, search: { copy: push.id } }),
    },
    guard({
      label: t('pushes.menu.remove'),
      icon: <IconTrash size={16} aria-hidden="true" />,
      isDangerous: true,
      onClick: () => setRemoving(push),
    }),
  ]
  return (
    <Page>
      <PageHeader title={t('pushes.title')} meta={t('pushes.intro')} primary={<CreateMenu />} />
      <DataTable<PushRow>
        name="pushes"
        label={t('pushes.label')}
        state={state as unknown as TableState}
        read={read}
        columns={useColumns()}
        rowId={(push) => push.id}
        rowName={(push) => push.name}
        rowPath={(push) => `/${cabinet.domain}/pushes/${push.id}`}
        actions={actions}
        filters={[
          {
            key: 'type',
            label: t('pushes.type.label'),
            options: PUSH_TYPES.map((value) => ({ value, label: t(`pushes.type.${value}`) })),
          },
          {
            key: 'status',
            label: t('pushes.status.label'),
            options: PUSH_FILTERS.map((value) => ({ value, label: t(`pushes.status.${value}`) })),
          },
        ]}
        searchPlaceholder={t('pushes.search')}
        empty={<NoPushes />}
      />
      <RemovePush push={removing} onClose={() => setRemoving(null)} />
    </Page>
  )
}

function useColumns(): Column<PushRow>[] {
  const { t } = useTranslation()
  const show = useShow()
  const tokens = useVariableTokens(useVariables(useCabinet().id).data ?? [])
  const results = ({ counts }: PushRow) => {
    const { apple, google } = counts?.wallets ?? {}
    if (counts?.telegram) {
      const { sent, linked } = counts.telegram
      return t('pushes.counts.telegram', { sent: show.number(sent), linked: show.number(linked) })
    }
    if (!apple?.accepted && !google?.accepted) return '–'
    return (
      <span className={classes.results}>
        {apple && apple.accepted > 0 && (
          <span>
            {t('pushes.counts.apple', { fetched: show.number(apple.fetched), accepted: show.number(apple.accepted) })}
          </span>
        )}
        {google && google.accepted > 0 && (
          <span>{t('pushes.counts.google', { accepted: show.number(google.accepted) })}</span>
        )}
      </span>
    )
  }
  return [
    {
      key: 'name',
      title: t('pushes.columns.name'),
      render: (push) => (
        <span className={classes.nameCell}>
          <TypeIcon type={push.type} />
          <span className={classes.name}>{push.name}</span>
        </span>
      ),
    },
    {
      key: 'message',
      title: t('pushes.columns.message'),
      render: (push) => (
        <span className={classes.text} title={readableText(push.message, tokens)}>
          {readableText(push.message, tokens) || '–'}
        </span>
      ),
    },
    {
      key: 'templates',
      title: t('pushes.columns.templates'),
      render: (push) => (
        <span className={classes.audience}>
          {[
            push.templates.map((template) => template.name).join(', ') || '–',
            ...(push.segment ? [push.segment.name] : []),
          ].join(' · ')}
        </span>
      ),
    },
    {
      key: 'status',
      title: t('pushes.columns.status'),
      card: 'status',
      render: (push) =>
        push.type === 'text' || push.type === 'telegram' ? <PushStatus push={push} /> : <SwitchCell push={push} />,
    },
    {
      key: 'sentAt',
      title: t('pushes.columns.sentAt'),
      card: 'fact',
      render: (push) => (push.sentAt ? <MoscowTime at={push.sentAt} /> : '–'),
    },
    { key: 'results', title: t('pushes.columns.results'), card: 'fact', render: results },
  ]
}

/** Three example texts in an empty list. */
function NoPushes() {
  const { t } = useTranslation()
  const cabinet = useCabinet()
  const readOnly = useReadOnly()
  return (
    <EmptyState
      icon={<IconSend size={40} stroke={1.5} />}
      title={t('pushes.empty.title')}
      text={t('pushes.empty.text')}
    >
      <ul className={classes.examples}>
        {EXAMPLES.map((example) => (
          <li key={example}>
            <div className={classes.example}>
              {readOnly === null ? (
                <PathLink
                  to={`/${cabinet.domain}/pushes/create?example=${example}`}
                  aria-label={t('pushes.empty.use', { name: t(`pushes.empty.examples.${example}.name`) })}
                >
                  {t(`pushes.empty.examples.${example}.name`)}
                </PathLink>
              ) : (
                <strong>{t(`pushes.empty.examples.${example}.name`)}</strong>
              )}
              <span className={classes.exampleText}>{t(`pushes.empty.examples.${example}.text`)}</span>
            </div>
          </li>
        ))}
      </ul>
    </EmptyState>
  )
}
