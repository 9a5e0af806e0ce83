/** Who may open this cabinet and who is invited. Only the owner can change it. */
import { Switch, Text, Tooltip } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconMailForward, IconShieldCog, IconTrash, IconUserPlus, IconUsersGroup } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Person } from '../../../contract/platform/access.ts'
import type { Meta } from '../../../contract/call.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { useBreadcrumbs } from '../../base/page-title.tsx'
import type { Refused } from '../../base/refused.ts'
import { useShow } from '../../base/show.ts'
import { PHONE } from '../../base/theme.ts'
import type { Column } from '../../parts/data-table/columns.ts'
import { DataTable } from '../../parts/data-table/data-table.tsx'
import { useTableState } from '../../parts/data-table/table-state.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { type MoreItem, Page, PageHeader } from '../../parts/page.tsx'
import { PlanBanner } from '../../parts/plan-banner.tsx'
import { StatusBadge, type Tone } from '../../parts/status.tsx'
import { WriteButton } from '../../parts/write-button.tsx'
import classes from './access.module.css'
import { useInvite, useNotifications, usePeople } from './data.ts'
import { InviteDrawer } from './invite-drawer.tsx'
import { RemoveDialog } from './remove-dialog.tsx'
import { RightsDrawer } from './rights-drawer.tsx'

const TONES: Readonly<Record<Person['status'], Tone>> = {
  accepted: 'success',
  waiting: 'warning',
  expired: 'neutral',
  rejected: 'neutral',
}

export function PeoplePage() {
  const { t } = useTranslation()
  const show = useShow()
  const { id: c, domain, role } = useCabinet()
  const isOwner = role === 'owner'
  const state = useTableState({ sorts: ['since'] })
  const read = usePeople(c)
  const [isInviting, setIsInviting] = useState(false)
  const [blocked, setBlocked] = useState<Refused | null>(null)
  const [removing, setRemoving] = useState<Person | null>(null)
  const [entrusted, setEntrusted] = useState<Person | null>(null)
  const again = useInvite((refused) => {
    if (refused.code !== 'user_limit') return false
    setBlocked(refused)
    return true
  })
  useBreadcrumbs([{ text: t('shell.menu.settings'), to: `/${domain}/settings` }, { text: t('access.people.title') }])

  const { people = [], limit = 0, used = 0 } = read.data ?? {}
  const isFull = read.data !== undefined && used >= limit
  const owners = people.filter((one) => one.role === 'owner').length
  const nameOf = (person: Person) => person.name || person.email
  const actions = useActions(owners, {
    inviteAgain: ({ email }) => again.run({ params: { c }, body: { email } }),
    remove: setRemoving,
    editRights: setEntrusted,
  })
  // One page holds all: the tariff limits how many people there are.
  const table = {
    ...read,
    data: read.data && { data: people, meta: { total: people.length, page: 1, limit: people.length } },
  } as UseQueryResult<{ data: Person[]; meta: Meta }, Refused>
  return (
    <Page>
      <PageHeader
        title={t('access.people.title')}
        meta={isOwner ? t('access.people.lead') : t('access.people.leadMember')}
        {...(isOwner && {
          primary: (
            <WriteButton
              leftSection={<IconUserPlus size={16} aria-hidden="true" />}
              onClick={() => setIsInviting(true)}
              disabled={isFull}
            >
              {t('access.people.invite')}
            </WriteButton>
          ),
        })}
        {...(read.data && {
          secondary: (
            <Text c="dimmed" className="k-number">
              {t('access.people.used', { used: show.number(used), limit: show.number(limit) })}
            </Text>
          ),
        })}
      />
      {isOwner && (isFull || blocked) && (
        <PlanBanner
          state="full"
          text={blocked && !isFull ? blocked.message : t('access.people.full', { count: limit })}
        />
      )}
      <DataTable
        name="people"
        label={t('access.people.title')}
        state={state}
        read={table}
        columns={useColumns(isOwner)}
        rowId={(person) => person.id ?? person.email}
        rowName={nameOf}
        {...(isOwner && { actions })}
        empty={<EmptyState icon={<IconUsersGroup size={40} stroke={1.5} />} title={t('access.people.title')} />}
      />
      <InviteDrawer isOpen={isInviting} onClose={() => setIsInviting(false)} onBlocked={setBlocked} />
      <RightsDrawer person={entrusted} onClose={() => setEntrusted(null)} />
      <RemoveDialog person={removing} onClose={() => setRemoving(null)} />
    </Page>
  )
}

function useColumns(isOwner: boolean): Column<Person>[] {
  const { t } = useTranslation()
  const show = useShow()
  const isPhone = useMediaQuery(PHONE, undefined, { getInitialValueInEffect: false })
  return [
    {
      key: 'person',
      title: t('access.people.columns.person'),
      render: (person) =>
        person.name === '' ? (
          <span className={isPhone ? classes.address : classes.nobody}>
            {isPhone ? person.email : t('access.people.noName')}
          </span>
        ) : (
          <span className={classes.name}>
            {person.name}
            {person.role === 'owner' && <span className={classes.role}>{t('access.people.owner')}</span>}
          </span>
        ),
    },
    {
      key: 'email',
      title: t('access.people.columns.email'),
      card: 'fact',
      render: (person) => <span className={classes.address}>{isPhone && person.name === '' ? '–' : person.email}</span>,
    },
    {
      key: 'phone',
      title: t('access.people.columns.phone'),
      render: (person) => <span className={classes.phone}>{person.phone || '–'}</span>,
    },
    {
      key: 'status',
      title: t('access.people.columns.status'),
      card: 'status',
      render: (person) => (
        <span className={classes.status}>
          <StatusBadge tone={TONES[person.status]}>{t(`access.people.status.${person.status}`)}</StatusBadge>
          {person.status === 'waiting' && person.expiresAt !== null && (
            <span className={classes.until}>{t('access.people.until', { date: show.date(person.expiresAt) })}</span>
          )}
        </span>
      ),
    },
    {
      key: 'rights',
      title: t('access.rights.verb'),
      render: (person) => <Rights person={person} />,
    },
    {
      key: 'notifications',
      title: t('access.people.columns.notifications'),
      card: 'fact',
      render: (person) => <NotificationSwitch person={person} isReadOnly={!isOwner} />,
    },
  ]
}

/** What the person may do beyond the daily work. */
function Rights({ person }: { person: Person }) {
  const { t } = useTranslation()
  if (person.role === 'owner') return <span>{t('access.rights.all')}</span>
  if (person.id === null) return <span>–</span>
  const labels = person.rights.map((one) => t(`access.rights.${one}.label`))
  return <span className={classes.rights}>{labels.join(', ') || t('access.rights.none')}</span>
}

type Handlers = { [act in 'inviteAgain' | 'remove' | 'editRights']: (person: Person) => void }

/** @param owners how many there are: the last one stays */
function useActions(
  owners: number,
  { inviteAgain, remove, editRights }: Handlers,
): (person: Person) => readonly MoreItem[] {
  const { t } = useTranslation()
  const removal = (person: Person, label: string): MoreItem => ({
    label,
    icon: <IconTrash size={16} aria-hidden="true" />,
    isDangerous: true,
    onClick: () => remove(person),
  })
  return (person) => {
    if (person.status === 'accepted')
      return [
        ...(person.role === 'member'
          ? [
              {
                label: t('access.rights.verb'),
                icon: <IconShieldCog size={16} aria-hidden="true" />,
                onClick: () => editRights(person),
              },
            ]
          : []),
        ...(person.role === 'owner' && owners === 1 ? [] : [removal(person, t('access.remove.verb'))]),
      ]
    const isWaiting = person.status === 'waiting'
    return [
      {
        label: isWaiting ? t('access.people.sendAgain') : t('access.people.inviteAgain'),
        icon: <IconMailForward size={16} aria-hidden="true" />,
        onClick: () => inviteAgain(person),
      },
      removal(person, isWaiting ? t('access.revoke.verb') : t('access.revoke.forget')),
    ]
  }
}

/** Saves immediately. A person without a confirmed address gets no emails. */
function NotificationSwitch({ person, isReadOnly }: { person: Person; isReadOnly: boolean }) {
  const { t } = useTranslation()
  const { id: c } = useCabinet()
  const save = useNotifications(c)
  /** What was just switched, until the server confirms it. */
  const [wanted, setWanted] = useState<boolean | null>(null)
  const { id } = person
  if (id === null) return <span>–</span>
  const change = async (isOn: boolean) => {
    if (save.isBusy) return
    setWanted(isOn)
    await save.ask({ params: { c, id }, body: { is_notifications: isOn } })
    setWanted(null)
  }
  return (
    <Tooltip label={t('access.people.notConfirmed')} disabled={person.isEmailVerified}>
      <Switch
        className={classes.switch ?? ''}
        aria-label={t('access.people.notificationsOf', { name: person.name || person.email })}
        checked={wanted ?? person.isNotifications}
        disabled={isReadOnly || !person.isEmailVerified}
        onChange={(event) => void change(event.currentTarget.checked)}
      />
    </Tooltip>
  )
}
