/** All triggers in their order: when, for whom, what, and whether they are on. */
import { IconBolt, IconPlus } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type FocusEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Trigger } from '../../../contract/reach/triggers.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { useBreadcrumbs } from '../../base/page-title.tsx'
import type { Refused } from '../../base/refused.ts'
import { useShow } from '../../base/show.ts'
import type { DragList } from '../../parts/drag-list.tsx'
import { PathLink } from '../../parts/link.tsx'
import { Page, PageHeader } from '../../parts/page.tsx'
import { PlanBanner } from '../../parts/plan-banner.tsx'
import { RecipeStart } from '../../parts/recipe-list.tsx'
import { StatusBanner } from '../../parts/status.tsx'
import { undoToast } from '../../parts/undo-toast.tsx'
import { Unread } from '../../parts/unread-page.tsx'
import { WriteButton } from '../../parts/write-button.tsx'
import { hasTriggers, useCreateTrigger, useOrderTriggers, useTriggers } from './data.ts'
import { LockedTriggers } from './locked.tsx'
import { RemoveTrigger } from './remove-trigger.tsx'
import { TriggerRow } from './row.tsx'
import type { RecipeName } from './trigger-draft.ts'
import classes from './triggers.module.css'
import { useRecipes } from './use-recipes.ts'

export function TriggersPage() {
  return hasTriggers(useCabinet()) ? <List /> : <LockedTriggers />
}

function List() {
  const { t } = useTranslation()
  const show = useShow()
  const { id: c, domain } = useCabinet()
  const navigate = useNavigate()
  const wanted = useSearch({ strict: false }) as { create?: string }
  const read = useTriggers(c)
  const [blocked, setBlocked] = useState<Refused | null>(null)
  const create = useCreateTrigger(c, (refused) => {
    if (refused.code !== 'trigger_limit' && refused.code !== 'cards_not_active') return false
    setBlocked(refused)
    return true
  })
  useBreadcrumbs([{ text: t('triggers.title') }])
  const { triggers = [], limit = 0, newer = 0, areCardsActive = true } = read.data ?? {}
  const isFull = read.data !== undefined && triggers.length >= limit
  const isInactive = !areCardsActive || blocked?.code === 'cards_not_active'
  const begin = async (recipe?: string) => {
    const draft = await create.ask({ params: { c } })
    if (draft)
      await navigate({
        to: '/$cabinetDomain/triggers/$triggerId',
        params: { cabinetDomain: domain, triggerId: draft.id },
        search: recipe === undefined ? {} : { recipe },
        replace: wanted.create !== undefined,
      })
  }
  const hasBegun = useRef(false)
  useEffect(() => {
    // The command palette asks for a new trigger by the address.
    if (wanted.create === undefined || hasBegun.current) return
    hasBegun.current = true
    void begin()
  })
  const createButton = (
    <WriteButton
      leftSection={<IconPlus size={16} aria-hidden="true" />}
      onClick={() => void begin()}
      loading={create.isBusy}
      disabled={isFull || isInactive}
    >
      {t('triggers.create')}
    </WriteButton>
  )
  return (
    <Page>
      <PageHeader
        title={t('triggers.title')}
        meta={t('triggers.lead')}
        {...(triggers.length > 0 && { primary: createButton })}
        {...(triggers.length > 0 && {
          secondary: (
            <span className={classes.used}>
              {t('triggers.used', { n: show.number(triggers.length), limit: show.number(limit) })}
            </span>
          ),
        })}
      />
      {isInactive && (
        <StatusBanner
          tone="danger"
          action={<PathLink to={`/${domain}/settings/certificates`}>{t('triggers.banner.toCertificates')}</PathLink>}
        >
          {t('triggers.banner.notActive')}
        </StatusBanner>
      )}
      {isFull && <PlanBanner state="full" text={t('triggers.banner.limit', { count: limit, n: show.number(limit) })} />}
      {newer > 0 && (
        <StatusBanner tone="info">{t('triggers.banner.newer', { count: newer, n: show.number(newer) })}</StatusBanner>
      )}
      {!read.data && <Unread read={read} className={classes.loading} shapes={[58, 58, 58, 58]} />}
      {read.data && triggers.length === 0 && (
        <NoTriggers
          onUse={(recipe) => void begin(recipe)}
          isBusy={create.isBusy || isInactive || isFull}
          action={createButton}
        />
      )}
      {triggers.length > 0 && <Ordered triggers={triggers} />}
    </Page>
  )
}

/** Comes after the rows; with the focus in them they stay as they are, since in new elements it would be lost. */
function useDragList() {
  const [loaded, setLoaded] = useState<typeof DragList>()
  const [isFocused, setIsFocused] = useState(false)
  const [taken, setTaken] = useState<typeof DragList>()
  useEffect(() => {
    // Without it the buttons of the rows move them.
    import('../../parts/drag-list.tsx').then(
      (file) => setLoaded(() => file.DragList),
      () => {},
    )
  }, [])
  if (loaded && !taken && !isFocused) setTaken(() => loaded)
  const onBlur = ({ relatedTarget: next }: FocusEvent) => next === null && setIsFocused(false)
  return { Rows: taken, onFocus: () => setIsFocused(true), onBlur }
}

/** The rows, moved by dragging or by their buttons; the new order is saved immediately and can be undone. */
function Ordered({ triggers }: { triggers: readonly Trigger[] }) {
  const { t } = useTranslation()
  const { id: c } = useCabinet()
  const order = useOrderTriggers(c)
  const [announcement, setAnnouncement] = useState('')
  const [removing, setRemoving] = useState<Trigger | null>(null)
  const { Rows, ...focus } = useDragList()
  const move = (from: number, to: number) => {
    const before = triggers.map((one) => one.id)
    const moved = triggers[from]
    if (!moved || to < 0 || to >= before.length) return
    order(before.toSpliced(from, 1).toSpliced(to, 0, moved.id))
    const text = t('triggers.order.moved', { name: moved.name, position: to + 1 })
    setAnnouncement(text)
    undoToast({ message: text, undo: () => order(before) })
  }
  const row = (trigger: Trigger, index: number, grip: ReactNode) => (
    <TriggerRow
      key={trigger.id}
      trigger={trigger}
      grip={grip}
      isFirst={index === 0}
      isLast={index === triggers.length - 1}
      onMove={(by) => move(index, index + by)}
      onRemove={() => setRemoving(trigger)}
    />
  )
  const still = (
    <ol className={classes.list} aria-label={t('triggers.order.label')} {...focus}>
      {triggers.map((trigger, index) => (
        <li key={trigger.id}>{row(trigger, index, null)}</li>
      ))}
    </ol>
  )
  return (
    <div className={classes.order}>
      <div className={classes.head} aria-hidden="true">
        <span className={classes.headName}>{t('triggers.columns.name')}</span>
        <span>{t('triggers.columns.when')}</span>
        <span>{t('triggers.columns.segment')}</span>
        <span>{t('triggers.columns.action')}</span>
        <span>{t('triggers.columns.lastRun')}</span>
        <span>{t('triggers.columns.on')}</span>
      </div>
      {triggers.length > 1 && Rows ? (
        <Rows
          rows={triggers.map((one, index) => ({ key: one.id, render: (grip) => row(one, index, grip) }))}
          onMove={move}
          label={t('triggers.order.label')}
          classNames={classes}
        />
      ) : (
        still
      )}
      {triggers.length > 1 && <p className={classes.rule}>{t('triggers.order.rule')}</p>}
      <div className="k-unseen" role="status">
        {announcement}
      </div>
      <RemoveTrigger trigger={removing} onClose={() => setRemoving(null)} />
    </div>
  )
}

function NoTriggers(start: { onUse: (recipe: RecipeName) => void; isBusy: boolean; action: ReactNode }) {
  const { t } = useTranslation()
  return (
    <RecipeStart
      {...start}
      icon={<IconBolt size={40} stroke={1.5} />}
      title={t('triggers.empty.title')}
      text={t('triggers.empty.text')}
      recipes={useRecipes()}
    />
  )
}
