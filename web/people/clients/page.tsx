import { Button, SegmentedControl } from '@mantine/core'
import { IconFileDownload, IconHistory, IconShare2, IconTags, IconUserX } from '@tabler/icons-react'
import { Navigate, useNavigate, useRouterState, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCabinet, useHasRight } from '../../base/cabinet.tsx'
import { useBreadcrumbs } from '../../base/page-title.tsx'
import { lateOver } from '../../parts/late-over.tsx'
import { Loading } from '../../parts/loading.tsx'
import { Page, PageHeader } from '../../parts/page.tsx'
import { AddButton, ImportButton } from './bring-buttons.tsx'
import { CrmBanner } from './crm-banner.tsx'
import { ClientTable, useClientTableState } from './client-table.tsx'
import { useClients, useForms } from './data.ts'
import { choiceOf } from './growth-data.ts'
import { QuickFilters } from './quick-filters.tsx'
import { LostFilters } from './lost-filters.tsx'
import type { OverlaysProps } from './overlays.ts'
import { useTotalText } from './total-text.ts'
import { useBulkEnd } from './use-bulk-end.ts'
import { NOBODY, useSelection } from './use-selection.ts'
import { ViewsButton } from './views-button.tsx'
import type { ShareFormProps } from './share-form.tsx'

const GrowthChart = lazy(() => import('./chart.tsx').then((file) => ({ default: file.GrowthChart })))
const ExportDialog = lazy(() => import('./export-dialog.tsx').then((file) => ({ default: file.ExportDialog })))
const NewClientDrawer = lazy(() =>
  import('./new-client-drawer.tsx').then((file) => ({ default: file.NewClientDrawer })),
)
const ErasedDrawer = lazy(() => import('./erased-drawer.tsx').then((file) => ({ default: file.ErasedDrawer })))
const BulkMenu = lazy(() => import('./bulk/bulk-menu.tsx').then((file) => ({ default: file.BulkMenu })))
const BulkOverlays = lazy(() => import('./bulk/bulk-overlays.tsx').then((file) => ({ default: file.BulkOverlays })))
const NoClients = lazy(() => import('./no-clients.tsx').then((file) => ({ default: file.NoClients })))
const ShareForm = lateOver<ShareFormProps>(() => import('./share-form.tsx').then((file) => file.ShareForm))
const TagsDrawer = lazy(() => import('./tags-drawer.tsx').then((file) => ({ default: file.TagsDrawer })))

/** Everyone who holds a card: the table, and how many cards were issued over time. */
export function ClientsPage() {
  const { t } = useTranslation()
  const totalText = useTotalText()
  const cabinet = useCabinet()
  const navigate = useNavigate()
  const search = useSearch({ strict: false }) as Record<string, unknown>
  const state = useClientTableState()
  // An exact count is asked for one question, and lasts until the next.
  const question = JSON.stringify([state.q, state.filters])
  const [counted, setCounted] = useState('')
  const clients = useClients(cabinet.id, state, counted === question ? 'exact' : 'about')
  // A view brings its columns, which the table reads when it begins.
  const [columnsFrom, setColumnsFrom] = useState(0)
  useBulkEnd(cabinet.id)
  const forms = useForms(cabinet.id).data?.forms
  const mayErase = useHasRight('delete')
  const choice = useSelection(question, clients.data?.data)
  const view = useRouterState({ select: (state) => state.location.pathname.endsWith('/clients/chart') })
    ? 'chart'
    : 'table'
  const total = clients.data?.meta.total
  const isEmpty = total === 0 && !state.isNarrowed
  useBreadcrumbs([{ text: t('clients.title') }])
  const put = (change: Record<string, string | undefined>) =>
    void navigate({
      to: '.',
      replace: true,
      resetScroll: false,
      search: ((before: object) => ({ ...before, ...change })) as never,
    })
  const openAdding = () => put({ new: 'client' })
  const openExport = () => put({ export: 'new' })
  if (search.view === 'chart')
    return <Navigate to="/$cabinetDomain/clients/chart" params={{ cabinetDomain: cabinet.domain }} replace />
  return (
    <Page>
      <PageHeader
        title={t('clients.title')}
        meta={!isEmpty && totalText(clients.data?.meta)}
        secondary={
          !isEmpty && (
            <>
              <SegmentedControl
                aria-label={t('clients.tabs.label')}
                value={view}
                onChange={(next) =>
                  void navigate({
                    to: next === 'chart' ? '/$cabinetDomain/clients/chart' : '/$cabinetDomain/clients',
                    params: { cabinetDomain: cabinet.domain },
                  })
                }
                data={[
                  { value: 'table', label: t('clients.tabs.table') },
                  { value: 'chart', label: t('clients.tabs.chart') },
                ]}
              />
              <AddButton onClick={openAdding} />
            </>
          )
        }
        more={[
          ...(isEmpty
            ? []
            : [
                {
                  label: t('clients.tagsButton'),
                  icon: <IconTags size={16} aria-hidden="true" />,
                  onClick: () => put({ tags: 'list' }),
                },
                {
                  label: t('clients.bulkButton'),
                  icon: <IconHistory size={16} aria-hidden="true" />,
                  onClick: () => put({ bulk: 'list' }),
                },
              ]),
          ...(mayErase
            ? [
                {
                  label: t('holders.erase.list'),
                  icon: <IconUserX size={16} aria-hidden="true" />,
                  onClick: () => put({ erased: 'list' }),
                },
              ]
            : []),
        ]}
        primary={
          !isEmpty && (
            <ShareForm
              forms={forms ?? []}
              target={
                <Button leftSection={<IconShare2 size={16} aria-hidden="true" />} disabled={!forms}>
                  {t('clients.share.button')}
                </Button>
              }
            />
          )
        }
      />
      {!isEmpty && <CrmBanner />}
      {view === 'chart' && !isEmpty ? (
        <Suspense fallback={<Loading shapes={[420]} />}>
          <GrowthChart choice={choiceOf(search)} onChange={put} />
        </Suspense>
      ) : (
        <>
          <LostFilters state={state} />
          {!isEmpty && <QuickFilters state={state} />}
          <ClientTable
            key={columnsFrom}
            state={state}
            read={clients}
            onCount={() => setCounted(question)}
            empty={
              <Suspense fallback={<Loading shapes={[280]} />}>
                <NoClients onAdd={openAdding} />
              </Suspense>
            }
            selection={{
              ids: choice.ids,
              onChange: choice.choose,
              all: clients.data && {
                total: clients.data.meta.total,
                isEstimate: clients.data.meta.isEstimate === true,
                isOn: choice.isAll,
                onSelect: () => {
                  choice.chooseAll()
                  setCounted(question)
                },
              },
              actions: (
                <>
                  <Suspense fallback={null}>
                    <BulkMenu isArchive={state.filters.state === 'archived'} onChoose={(kind) => put({ edit: kind })} />
                  </Suspense>
                  <ExportButton onClick={openExport} />
                </>
              ),
            }}
            tools={
              <>
                <ViewsButton state={state} onColumns={() => setColumnsFrom(columnsFrom + 1)} />
                <ImportButton />
                <ExportButton onClick={openExport} />
              </>
            }
          />
        </>
      )}
      <PageOverlays
        state={state}
        selected={choice.isAll ? NOBODY : choice.ids}
        onStarted={() => choice.choose([])}
        search={search}
        put={put}
      />
    </Page>
  )
}

function ExportButton({ onClick }: { onClick: () => void }) {
  const { t } = useTranslation()
  return (
    <Button variant="default" leftSection={<IconFileDownload size={16} aria-hidden="true" />} onClick={onClick}>
      {t('exports.button')}
    </Button>
  )
}

/** What the address opens over the page. */
function PageOverlays({ state, selected, onStarted, search, put }: OverlaysProps) {
  // The link in an email names its file in the address; elsewhere the address only opens the dialog.
  const exported = typeof search.export === 'string' ? search.export : undefined
  return (
    <Suspense fallback={null}>
      {exported !== undefined && (
        <ExportDialog
          state={state}
          selected={selected}
          linked={exported === 'new' ? undefined : exported}
          onClose={() => put({ export: undefined })}
        />
      )}
      {search.new === 'client' && <NewClientDrawer onClose={() => put({ new: undefined })} />}
      {(search.edit !== undefined || search.bulk !== undefined) && (
        <BulkOverlays state={state} selected={selected} onStarted={onStarted} search={search} put={put} />
      )}
      {search.tags === 'list' && <TagsDrawer onClose={() => put({ tags: undefined })} />}
      {search.erased === 'list' && <ErasedDrawer onClose={() => put({ erased: undefined })} />}
    </Suspense>
  )
}
