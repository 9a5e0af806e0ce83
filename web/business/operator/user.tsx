/** One user: their details and businesses, and what the operator may do. */
import { Anchor, Button, Text } from '@mantine/core'
import { IconMailForward, IconShieldCheck, IconShieldOff } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OpenedOperatedUser } from '../../../contract/business/operated.ts'
import { LANGUAGE_NAMES } from '../../../words/words.ts'
import { crumbOf, useBreadcrumbs } from '../../base/page-title.tsx'
import { useShow } from '../../base/show.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { PathLink } from '../../parts/link.tsx'
import { type MoreItem, Page, PageHeader } from '../../parts/page.tsx'
import { useEndSessions, useOperatedUser, useResendVerification } from './data.ts'
import { Block, Facts, UnreadRow } from './facts.tsx'
import classes from './operator.module.css'
import { RightsDialog } from './rights-dialog.tsx'
import { UserBadge } from './users.tsx'

export function UserPage() {
  const { t } = useTranslation()
  const { id = '' } = useParams({ strict: false })
  const read = useOperatedUser(id)
  useBreadcrumbs([
    { text: t('operator.label'), to: '/operator' },
    { text: t('operator.sections.users'), to: '/operator/users' },
    ...crumbOf(read, read.data && (read.data.name || read.data.email)),
  ])
  if (read.data) return <OpenedUser key={id} user={read.data} />
  return <UnreadRow title={t('operator.sections.users')} read={read} />
}

type UserProps = { user: OpenedOperatedUser }

function OpenedUser({ user }: UserProps) {
  const { t } = useTranslation()
  const [asked, setAsked] = useState<'sessions' | 'superuser' | null>(null)
  const end = useEndSessions()
  const resend = useResendVerification()
  const params = { id: user.id }
  const name = user.name || user.email
  const close = () => setAsked(null)
  const endAll = async () => {
    if (await end.ask({ params })) close()
  }
  const more: MoreItem[] = [
    ...(user.isEmailVerified
      ? []
      : [
          {
            label: t('operator.user.resend'),
            icon: <IconMailForward size={16} aria-hidden="true" />,
            onClick: () => resend.run({ params }),
          },
        ]),
    ...(user.isSelf || !user.isEmailVerified
      ? []
      : [
          {
            label: user.superuser ? t('operator.user.unmake') : t('operator.user.make'),
            isDangerous: user.superuser,
            icon: user.superuser ? (
              <IconShieldOff size={16} aria-hidden="true" />
            ) : (
              <IconShieldCheck size={16} aria-hidden="true" />
            ),
            onClick: () => setAsked('superuser'),
          },
        ]),
  ]
  return (
    <Page>
      <PageHeader
        title={name}
        badge={<UserBadge user={user} />}
        meta={user.email}
        more={more}
        secondary={
          <Button variant="default" onClick={() => setAsked('sessions')} disabled={user.sessions === 0}>
            {t('operator.user.endSessions')}
          </Button>
        }
      />
      <FactsBlock user={user} />
      <CabinetsBlock user={user} />
      <ConfirmDialog
        isOpen={asked === 'sessions'}
        onClose={close}
        title={t('operator.user.endTitle', { name })}
        confirmLabel={t('operator.user.endSessions')}
        onConfirm={() => void endAll()}
        isBusy={end.isBusy}
      >
        <Text>{t('operator.user.endText')}</Text>
      </ConfirmDialog>
      {asked === 'superuser' && <RightsDialog user={user} name={name} onClose={close} />}
    </Page>
  )
}

function FactsBlock({ user }: UserProps) {
  const { t } = useTranslation()
  const show = useShow()
  return (
    <Block title={t('operator.user.facts')}>
      <Facts
        facts={[
          [t('operator.users.email'), user.email],
          [t('operator.user.phone'), user.phone],
          [t('operator.user.language'), LANGUAGE_NAMES[user.lang]],
          [
            t('operator.user.address'),
            user.isEmailVerified ? t('operator.users.verified') : t('operator.users.notVerified'),
          ],
          [t('operator.users.since'), show.date(user.createdAt)],
          [t('operator.user.sessions'), show.number(user.sessions)],
          [t('operator.users.lastUsed'), user.lastUsedAt === null ? '–' : show.dateTime(user.lastUsedAt)],
        ]}
      />
      <div>
        <Anchor href={`#/operator/log?email=${encodeURIComponent(user.email)}`}>{t('operator.user.auditLog')}</Anchor>
      </div>
    </Block>
  )
}

function CabinetsBlock({ user }: UserProps) {
  const { t } = useTranslation()
  return (
    <Block title={t('operator.sections.cabinets')}>
      {user.works.length === 0 ? (
        <Text c="dimmed">{t('operator.user.noCabinets')}</Text>
      ) : (
        <ul className={classes.rows}>
          {user.works.map((one) => (
            <li key={one.id}>
              <div className={classes.what}>
                <PathLink underline="always" to={`/operator/cabinets/${one.id}`}>
                  {one.name}
                </PathLink>{' '}
                <span className={classes.quiet}>{one.domain}</span>
              </div>
              <span className={classes.quiet}>{t(`operator.roles.${one.role}`)}</span>
            </li>
          ))}
        </ul>
      )}
    </Block>
  )
}
