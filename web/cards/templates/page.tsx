import { Badge, SegmentedControl, Text, Title, Tooltip } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import {
  IconArchive,
  IconArchiveOff,
  IconCopy,
  IconPencil,
  IconPlus,
  IconRefresh,
  IconStar,
  IconStarFilled,
  IconTrash,
} from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TemplateRow } from '../../../contract/cards/templates.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { useBreadcrumbs } from '../../base/page-title.tsx'
import { useShow } from '../../base/show.ts'
import { PHONE } from '../../base/theme.ts'
import { toastDone } from '../../base/toast.ts'
import { useGuard } from '../../parts/member-rights.tsx'
import { undoToast } from '../../parts/undo-toast.tsx'
import { LinkAnchor, WriteLink } from '../../parts/link.tsx'
import { MoreMenu } from '../../parts/more-menu.tsx'
import { type MoreItem, Page, PageHeader } from '../../parts/page.tsx'
import { PlanBanner } from '../../parts/plan-banner.tsx'
import { StatusBanner } from '../../parts/status.tsx'
import { Unread } from '../../parts/unread-page.tsx'
import { SampleCard } from './card-faces.tsx'
import { CardsUpdate, UpdateDialog } from './cards-update.tsx'
import { isUpdating, useArchive, useCopyTemplate, useMakeDefault, useTemplates, useUpdateStatus } from './data.ts'
import { GalleryTools, useGallery } from './gallery-tools.tsx'
import { NoCards } from './no-cards.tsx'
import { RemoveCard } from './remove-card.tsx'
import { TemplatesTable } from './table.tsx'
import classes from './templates.module.css'

/** All cards of the cabinet, drawn as clients see them. */
export function TemplatesPage() {
  const { t } = useTranslation()
  const cabinet = useCabinet()
  const navigate = useNavigate()
  const search: Record<string, unknown> = useSearch({ strict: false })
  const isPhone = useMediaQuery(PHONE, undefined, { getInitialValueInEffect: false }) ?? false
  const isTable = search.view === 'table' && !isPhone
  const read = useTemplates(cabinet.id)
  const actions = useCardActions()
  const gallery = useGallery()
  const list = read.data
  useBreadcrumbs([{ text: t('templates.list.title') }])
  const all = list?.templates.filter((one) => !one.isArchived) ?? []
  const inUse = gallery.of(all)
  const archived = gallery.of(list?.templates.filter((one) => one.isArchived) ?? [])
  const found = inUse.length + archived.length
  const isFull = list !== undefined && all.length >= list.limit
  const create = (
    <WriteLink
      to="/$cabinetDomain/cards/create"
      params={{ cabinetDomain: cabinet.domain }}
      disabled={isFull}
      leftSection={<IconPlus size={18} aria-hidden="true" />}
    >
      {t('templates.list.create')}
    </WriteLink>
  )
  return (
    <Page>
      <PageHeader
        title={t('templates.list.title')}
        meta={t('templates.list.description')}
        primary={list && list.templates.length > 0 ? create : undefined}
      />
      {list && !list.areCardsActive && list.templates.length > 0 && (
        <StatusBanner
          tone="warning"
          action={
            <LinkAnchor to="/$cabinetDomain/settings/certificates" params={{ cabinetDomain: cabinet.domain }} fw={600}>
              {t('templates.list.activate')}
            </LinkAnchor>
          }
        >
          {t('templates.list.notActive')}
        </StatusBanner>
      )}
      {list && isFull && list.templates.length > 0 && (
        <PlanBanner state="full" text={t('templates.list.limit', { count: list.limit })} />
      )}
      <CardsUpdate cabinetId={cabinet.id} />
      {!list && <Unread read={read} className={classes.gallery} shapes={[350, 350, 350]} />}
      {list && list.templates.length === 0 && <NoCards />}
      {list && list.templates.length > 0 && (
        <>
          {!isPhone && (
            <SegmentedControl
              style={{ alignSelf: 'flex-start' }}
              aria-label={t('templates.list.view')}
              value={isTable ? 'table' : 'gallery'}
              onChange={(view) =>
                void navigate({
                  to: '.',
                  search: ((before: object) => ({ ...before, view: view === 'table' ? view : undefined })) as never,
                  replace: true,
                })
              }
              data={[
                { value: 'gallery', label: t('templates.list.gallery') },
                { value: 'table', label: t('templates.list.table') },
              ]}
            />
          )}
          {list.templates.length > 1 && <GalleryTools gallery={gallery} />}
          {found === 0 && <Text role="status">{t('common.table.noMatch')}</Text>}
          <Cards rows={inUse} isTable={isTable} actionsOf={actions.actionsOf} />
          {archived.length > 0 && (
            <section aria-labelledby="archived-title">
              <Title order={2} size="h3" id="archived-title">
                {t('templates.list.archived')}
              </Title>
              <Text c="dimmed" mb="md">
                {t('templates.list.archivedText')}
              </Text>
              <Cards rows={archived} isTable={isTable} actionsOf={actions.actionsOf} />
            </section>
          )}
        </>
      )}
      {actions.dialogs}
    </Page>
  )
}

type CardsProps = {
  rows: readonly TemplateRow[]
  isTable: boolean
  actionsOf: (row: TemplateRow) => readonly MoreItem[]
}

function Cards({ rows, isTable, actionsOf }: CardsProps) {
  return isTable ? (
    <TemplatesTable rows={rows} actionsOf={actionsOf} />
  ) : (
    <ul className={classes.gallery}>
      {rows.map((row) => (
        <CardTile key={row.id} row={row} actions={actionsOf(row)} />
      ))}
    </ul>
  )
}

function CardTile({ row, actions }: { row: TemplateRow; actions: readonly MoreItem[] }) {
  const { t } = useTranslation()
  const show = useShow()
  const cabinet = useCabinet()
  return (
    <li className={classes.tile}>
      <div className={classes.tileStage} aria-hidden="true">
        <div className={classes.tileCard}>
          <SampleCard design={row.design} cabinetId={cabinet.id} />
        </div>
      </div>
      <div className={classes.tileBody}>
        <div className={classes.tileName}>
          {row.isDefault && (
            <Tooltip label={t('templates.list.default')}>
              <IconStarFilled size={16} className={classes.star} role="img" aria-label={t('templates.list.default')} />
            </Tooltip>
          )}
          <LinkAnchor to="/$cabinetDomain/cards/$id" params={{ cabinetDomain: cabinet.domain, id: row.id }}>
            {row.name}
          </LinkAnchor>
          <div className={classes.tileMenu}>
            <MoreMenu label={t('templates.list.actionsOf', { name: row.name })} items={actions} />
          </div>
        </div>
        <div className={classes.tileMeta}>
          <Badge variant="light" color="gray" tt="none" size="md">
            {t(`templates.types.${row.type}`)}
          </Badge>
          <Text inherit span>
            {t('templates.list.issuedCount', { count: row.issued })}
          </Text>
          <Text inherit span>
            {t('templates.list.formsCount', { count: row.forms })}
          </Text>
          <Text inherit span>
            {show.date(row.updatedAt)}
          </Text>
        </div>
      </div>
    </li>
  )
}

/** The actions of a card, and their dialogs. */
function useCardActions() {
  const { t } = useTranslation()
  const cabinet = useCabinet()
  const guard = useGuard('delete')
  const navigate = useNavigate()
  const [removing, setRemoving] = useState<TemplateRow | null>(null)
  const [updating, setUpdating] = useState<TemplateRow | null>(null)
  const list = useTemplates(cabinet.id)
  const status = useUpdateStatus(cabinet.id)
  const makeDefault = useMakeDefault()
  const archive = useArchive()
  const edit = (id: string) =>
    void navigate({ to: '/$cabinetDomain/cards/$id', params: { cabinetDomain: cabinet.domain, id } })
  const copy = useCopyTemplate(cabinet.id, (template) => {
    toastDone(t('templates.list.copied', { name: template.name }))
    edit(template.id)
  })
  const inUse = list.data?.templates.filter((one) => !one.isArchived).length ?? 0
  const isFull = list.data !== undefined && inUse >= list.data.limit
  const setArchived = (row: TemplateRow, isArchived: boolean) => {
    const set = (to: boolean) => archive.ask({ params: { c: cabinet.id, uuid: row.id }, body: { isArchived: to } })
    void set(isArchived).then((done) => {
      if (done)
        undoToast({
          message: t(isArchived ? 'templates.list.archiveDone' : 'templates.list.restoreDone', { name: row.name }),
          undo: () => void set(!isArchived),
        })
    })
  }
  const chooseDefault = (row: TemplateRow) => {
    const before = list.data?.templates.find((other) => other.isDefault)
    const set = (uuid: string) => makeDefault.ask({ params: { c: cabinet.id, uuid } })
    void set(row.id).then((done) => {
      if (done && before)
        undoToast({ message: t('templates.list.madeDefault', { name: row.name }), undo: () => void set(before.id) })
    })
  }
  const isUpdateUsed = status.data !== undefined && (status.data.nextAt !== null || isUpdating(status.data))
  const actionsOf = (row: TemplateRow): MoreItem[] => [
    {
      label: t('templates.list.edit'),
      icon: <IconPencil size={16} aria-hidden="true" />,
      onClick: () => edit(row.id),
    },
    {
      label: t('templates.list.copy'),
      icon: <IconCopy size={16} aria-hidden="true" />,
      isDisabled: isFull || copy.isBusy,
      onClick: () => copy.run({ params: { c: cabinet.id, uuid: row.id } }),
    },
    ...(row.isDefault || row.isArchived
      ? []
      : [
          {
            label: t('templates.list.makeDefault'),
            icon: <IconStar size={16} aria-hidden="true" />,
            onClick: () => chooseDefault(row),
          },
        ]),
    {
      label: t('templates.list.updateCards'),
      icon: <IconRefresh size={16} aria-hidden="true" />,
      isDisabled: row.issued === 0 || isUpdateUsed,
      onClick: () => setUpdating(row),
    },
    {
      label: t(row.isArchived ? 'templates.list.restore' : 'templates.list.archive'),
      icon: row.isArchived ? (
        <IconArchiveOff size={16} aria-hidden="true" />
      ) : (
        <IconArchive size={16} aria-hidden="true" />
      ),
      onClick: () => setArchived(row, !row.isArchived),
    },
    guard({
      label: t('templates.list.remove'),
      icon: <IconTrash size={16} aria-hidden="true" />,
      isDangerous: true,
      onClick: () => setRemoving(row),
    }),
  ]
  const dialogs = (
    <>
      <RemoveCard row={removing} onClose={() => setRemoving(null)} />
      <UpdateDialog row={updating} onClose={() => setUpdating(null)} />
    </>
  )
  return { actionsOf, dialogs }
}
