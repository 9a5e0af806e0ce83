/** All issuing forms of the cabinet: links and codes to hand out, and how many people came by each. */
import { IconForms, IconPlus } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FormRow } from '../../../contract/people/forms.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { useBreadcrumbs } from '../../base/page-title.tsx'
import type { Refused } from '../../base/refused.ts'
import { useShow } from '../../base/show.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { DataTable } from '../../parts/data-table/data-table.tsx'
import { useTableState } from '../../parts/data-table/table-state.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { PathLink, WriteLink } from '../../parts/link.tsx'
import { Page, PageHeader } from '../../parts/page.tsx'
import { PlanBanner } from '../../parts/plan-banner.tsx'
import { StatusBanner } from '../../parts/status.tsx'
import { WriteButton } from '../../parts/write-button.tsx'
import { CreateDrawer } from './create-drawer.tsx'
import { useCanIssue, useForms, useRemoveForm } from './data.ts'
import { useActions, useColumns } from './form-rows.tsx'
import { findForms, SORTS, type SortName } from './list-order.ts'
import { QrDialog } from './qr-dialog.tsx'
import classes from './page.module.css'

const ReminderDrawer = lazy(() => import('./reminder-drawer.tsx').then((file) => ({ default: file.ReminderDrawer })))

export function FormsPage() {
  const { t } = useTranslation()
  const show = useShow()
  const { id: c, domain } = useCabinet()
  const state = useTableState<SortName, string>({ sorts: SORTS })
  const read = useForms(c)
  const canIssue = useCanIssue(c)
  const [isCreating, setIsCreating] = useState(false)
  const [blocked, setBlocked] = useState<Refused | null>(null)
  const [shown, setShown] = useState<FormRow | null>(null)
  const [removing, setRemoving] = useState<FormRow | null>(null)
  const navigate = useNavigate()
  const toLinks = ({ formKey }: FormRow) =>
    void navigate({ to: '/$cabinetDomain/form/$formKey/links', params: { cabinetDomain: domain, formKey } })
  const [reminding, setReminding] = useState<FormRow | null>(null)
  const actionsOf = useActions({
    onQr: setShown,
    onLinks: toLinks,
    onReminder: setReminding,
    onRemove: setRemoving,
  })
  useBreadcrumbs([{ text: t('forms.title') }])

  const { forms: all = [], templates = [], limit = 0 } = read.data ?? {}
  const isFull = read.data !== undefined && all.length >= limit
  const isStopped = !canIssue || blocked?.code === 'cards_not_active'
  const hasCard = templates.length > 0
  const createButton = (
    <WriteButton
      leftSection={<IconPlus size={16} aria-hidden="true" />}
      onClick={() => setIsCreating(true)}
      disabled={!hasCard || isFull || isStopped}
    >
      {t('forms.list.create')}
    </WriteButton>
  )
  const rows = findForms(all, state.q, state.sort)
  return (
    <Page>
      <PageHeader
        title={t('forms.title')}
        meta={t('forms.lead')}
        {...(all.length > 0 && { primary: createButton })}
        {...(all.length > 0 && {
          secondary: (
            <span className={classes.used}>
              {t('forms.list.used', { count: all.length, limit: show.number(limit) })}
            </span>
          ),
        })}
      />
      {isStopped && <NotActiveBanner />}
      {isFull && <PlanBanner state="full" text={t('forms.banner.limit', { count: limit })} />}
      <DataTable
        name="forms"
        label={t('forms.title')}
        state={state}
        columns={useColumns(setShown)}
        rowId={(form) => form.id}
        rowName={(form) => form.name}
        read={
          {
            ...read,
            data: read.data && { data: rows, meta: { total: rows.length, page: 1, limit: Math.max(rows.length, 1) } },
          } as never
        }
        rowPath={(form) => `/${domain}/form/${form.formKey}`}
        {...(all.length > 8 && { searchPlaceholder: t('common.search') })}
        actions={actionsOf}
        empty={
          <EmptyState
            icon={<IconForms size={40} stroke={1.5} />}
            title={t('forms.empty.title')}
            text={t(hasCard ? 'forms.empty.text' : 'forms.empty.noCard')}
            action={
              hasCard ? (
                createButton
              ) : (
                <WriteLink to="/$cabinetDomain/cards/create" params={{ cabinetDomain: domain }}>
                  {t('forms.empty.toCards')}
                </WriteLink>
              )
            }
          />
        }
      />
      {hasCard && (
        <CreateDrawer
          isOpen={isCreating}
          onClose={() => setIsCreating(false)}
          templates={templates}
          onBlocked={setBlocked}
        />
      )}
      {shown && <QrDialog form={shown} isOpen onClose={() => setShown(null)} />}
      {reminding && (
        <Suspense fallback={null}>
          <ReminderDrawer form={reminding} onClose={() => setReminding(null)} />
        </Suspense>
      )}
      <RemoveForm form={removing} onClose={() => setRemoving(null)} />
    </Page>
  )
}

function NotActiveBanner() {
  const { t } = useTranslation()
  const { domain } = useCabinet()
  return (
    <StatusBanner
      tone="danger"
      action={<PathLink to={`/${domain}/settings/certificates`}>{t('forms.banner.notActiveAction')}</PathLink>}
    >
      {t('forms.banner.notActive')}
    </StatusBanner>
  )
}

/** @param form null: closed */
function RemoveForm({ form, onClose }: { form: FormRow | null; onClose: () => void }) {
  const { t } = useTranslation()
  const { id: c } = useCabinet()
  const { name = '', opened = 0 } = form ?? {}
  const remove = useRemoveForm(name)
  return (
    <ConfirmDialog
      isOpen={form !== null}
      onClose={onClose}
      title={t('forms.remove.title', { name })}
      confirmLabel={t('forms.remove.submit')}
      isBusy={remove.isBusy}
      onConfirm={() => form && void remove.ask({ params: { c, formKey: form.formKey } }).then(onClose)}
    >
      {t('forms.remove.text')}
      {opened > 0 && ` ${t('forms.remove.visits', { count: opened })}`}
    </ConfirmDialog>
  )
}
