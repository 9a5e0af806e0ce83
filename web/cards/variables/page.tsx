/** The names that texts on cards may use: those of the cabinet, and those that the product fills. */
import { Group, Text, Tooltip } from '@mantine/core'
import { IconBraces, IconLock, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { VARIABLES_MAX } from '../../../contract/limits.ts'
import type { Variable, VariableUses } from '../../../contract/cards/variables.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { useBreadcrumbs } from '../../base/page-title.tsx'
import type { Column } from '../../parts/data-table/columns.ts'
import { DataTable } from '../../parts/data-table/data-table.tsx'
import { useTableState } from '../../parts/data-table/table-state.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { PathLink } from '../../parts/link.tsx'
import { useGuard } from '../../parts/member-rights.tsx'
import { Page, PageHeader } from '../../parts/page.tsx'
import { StatusBanner } from '../../parts/status.tsx'
import { useVariableName } from '../../parts/token-input/variable-tokens.ts'
import { WriteButton } from '../../parts/write-button.tsx'
import { useVariables, useVariableUses } from './data.ts'
import { EditDrawer } from './edit-drawer.tsx'
import { RemoveDialog } from './remove-dialog.tsx'
import { placesOf } from './where-used.ts'

const SHOWN_PLACES = 3

export function VariablesPage() {
  const { t } = useTranslation()
  const { id: c, domain } = useCabinet()
  const guard = useGuard('delete')
  const state = useTableState({ sorts: ['name'], direction: 'asc' })
  const read = useVariables(c)
  const { data: allUses } = useVariableUses(c)
  const [edited, setEdited] = useState<{ isOpen: boolean; variable?: Variable }>({ isOpen: false })
  const [removing, setRemoving] = useState<Variable | null>(null)
  useBreadcrumbs([{ text: t('shell.menu.settings'), to: `/${domain}/settings` }, { text: t('variables.title') }])

  const describe = (one: Variable) => (one.isSystem ? t(`variables.system.${one.name as 'balance'}`) : one.description)
  const nameOf = useVariableName()
  const own = (read.data ?? []).filter((one) => !one.isSystem)
  const usesOf = (variable: Variable) => allUses?.find((one) => one.id === variable.id)
  const isUsed = (uses: VariableUses | undefined) =>
    uses !== undefined && placesOf(uses, domain).length + uses.clients > 0
  const isFull = own.length >= VARIABLES_MAX
  const wanted = state.q.toLowerCase()
  const rows = [...own, ...(read.data ?? []).filter((one) => one.isSystem)].filter(
    (one) =>
      [one.name, nameOf(one)].some((name) => name.toLowerCase().includes(wanted)) ||
      describe(one).toLowerCase().includes(wanted),
  )
  const create = (
    <WriteButton
      leftSection={<IconPlus size={16} aria-hidden="true" />}
      onClick={() => setEdited({ isOpen: true })}
      disabled={isFull}
    >
      {t('variables.add')}
    </WriteButton>
  )
  return (
    <Page>
      <PageHeader title={t('variables.title')} meta={t('variables.lead')} primary={create} />
      {isFull && <StatusBanner tone="warning">{t('variables.full', { limit: VARIABLES_MAX })}</StatusBanner>}
      <DataTable
        name="variables"
        label={t('variables.title')}
        state={state}
        columns={useColumns(describe, usesOf)}
        rowId={(one) => one.id}
        rowName={nameOf}
        read={
          {
            ...read,
            data: read.data && { data: rows, meta: { total: rows.length, page: 1, limit: Math.max(rows.length, 1) } },
          } as never
        }
        searchPlaceholder={t('common.search')}
        actions={(one) =>
          one.isSystem
            ? []
            : [
                {
                  label: t('variables.change'),
                  icon: <IconPencil size={16} aria-hidden="true" />,
                  onClick: () => setEdited({ isOpen: true, variable: one }),
                },
                guard({
                  label: t('variables.remove.submit'),
                  icon: <IconTrash size={16} aria-hidden="true" />,
                  isDangerous: true,
                  onClick: () => setRemoving(one),
                }),
              ]
        }
        empty={
          <EmptyState
            icon={<IconBraces size={40} stroke={1.5} />}
            title={t('variables.title')}
            text={t('variables.lead')}
            action={create}
          />
        }
      />
      <EditDrawer
        isOpen={edited.isOpen}
        onClose={() => setEdited({ ...edited, isOpen: false })}
        others={own}
        variable={edited.variable}
        isNameKept={edited.variable !== undefined && isUsed(usesOf(edited.variable))}
      />
      {removing && <RemoveDialog variable={removing} uses={usesOf(removing)} onClose={() => setRemoving(null)} />}
    </Page>
  )
}

function useColumns(
  describe: (variable: Variable) => string,
  usesOf: (variable: Variable) => VariableUses | undefined,
): Column<Variable>[] {
  const { t } = useTranslation()
  const { domain } = useCabinet()
  return [
    { key: 'name', title: t('variables.columns.name'), render: (one) => <Name variable={one} /> },
    {
      key: 'default',
      title: t('variables.columns.default'),
      card: 'fact',
      render: (one) =>
        one.isSystem ? (
          <Quiet>{t('variables.filledByUs')}</Quiet>
        ) : (
          one.defaultValue || <Quiet>{t('variables.none')}</Quiet>
        ),
    },
    { key: 'description', title: t('variables.columns.description'), render: describe },
    {
      key: 'used',
      title: t('variables.columns.used'),
      card: 'fact',
      render: (one) => (one.isSystem ? <Quiet>–</Quiet> : <UsedIn uses={usesOf(one)} domain={domain} />),
    },
  ]
}

function Quiet({ children }: { children: ReactNode }) {
  return (
    <Text span inherit c="dimmed">
      {children}
    </Text>
  )
}

function Name({ variable }: { variable: Variable }) {
  const { t } = useTranslation()
  const label = useVariableName()(variable)
  return (
    <Group gap={6} wrap="nowrap" component="span">
      <span>{label}</span>
      {!variable.isSystem && label !== variable.name && (
        <Tooltip label={t('variables.nameNow', { name: variable.name })}>
          <code className="k-mono">{variable.name}</code>
        </Tooltip>
      )}
      {variable.isSystem && (
        <IconLock size={16} color="var(--k-text-3)" role="img" aria-label={t('variables.locked')} />
      )}
    </Group>
  )
}

function UsedIn({ uses, domain }: { uses: VariableUses | undefined; domain: string }) {
  const { t } = useTranslation()
  const places = placesOf(uses, domain)
  if (places.length === 0)
    return (
      <Quiet>
        {t(uses && uses.clients > 0 ? 'variables.clients' : 'variables.unused', { count: uses?.clients ?? 0 })}
      </Quiet>
    )
  return (
    <span>
      {places.slice(0, SHOWN_PLACES).map((place, i) => (
        <span key={place.path}>
          {i > 0 && ', '}
          <PathLink to={place.path}>{place.name}</PathLink>
        </span>
      ))}
      {places.length > SHOWN_PLACES && <Quiet> {t('variables.more', { count: places.length - SHOWN_PLACES })}</Quiet>}
    </span>
  )
}
