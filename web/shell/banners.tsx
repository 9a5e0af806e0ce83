/** Banners of every page of the cabinet: at most two, the most serious first. */
import { Anchor, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { cabinets } from '../../contract/platform/cabinets.ts'
import { users } from '../../contract/platform/users.ts'
import { useMaybeCabinet } from '../base/cabinet.tsx'
import { useIsOffline } from '../base/connection.ts'
import { useRead } from '../base/query.ts'
import { useReadOnly } from '../base/read-only.ts'
import { useUser } from '../base/session.ts'
import { openTestPhones, readReach, useEmulated } from '../base/test-phones.ts'
import { toastDone } from '../base/toast.ts'
import { dropBanner, useRaisedBanner } from '../base/account-banner.ts'
import { useCountdown } from '../base/countdown.ts'
import { useWrite } from '../base/write.ts'
import { LinkAnchor, ReadOnlyLink } from '../parts/link.tsx'
import { StatusBanner, type Tone } from '../parts/status.tsx'
import classes from './shell.module.css'

const SHOWN_MAX = 2
/** A demo with more days left than this needs no banner. */
const DEMO_DAYS_WARN = 5

type Banner = { key: string; tone: Tone; text: ReactNode; action?: ReactNode; state?: 'limited' | 'offline' }

export function Banners() {
  const { t } = useTranslation()
  const isOffline = useIsOffline()
  const cabinet = useMaybeCabinet()
  const user = useUser()
  const { data } = useRead(cabinets.statusBar, cabinet ? { params: { c: cabinet.id } } : null, { everyMs: 300_000 })
  const isVerified = data?.isEmailVerified ?? user?.isEmailVerified ?? true
  const days = data?.demoDaysLeft
  const raised = useRaisedBanner()
  useEffect(() => dropBanner, [cabinet?.id])
  const emulated = useEmulated()
  const readOnly = useReadOnly(data?.status === 'isNoBalance')
  const isLimitedShown = readOnly !== null
  const banners: (Banner | false | undefined)[] = [
    isOffline && { key: 'offline', tone: 'danger', state: 'offline', text: t('shell.banner.offline') },
    (raised?.code === 'account_limited' || raised?.code === 'demo_over') &&
      !isLimitedShown && { key: 'limited', tone: 'danger', state: 'limited', text: raised.message },
    readOnly !== null && {
      key: 'balance',
      tone: 'danger',
      state: 'limited',
      text: readOnly.text,
      action: <ReadOnlyLink readOnly={readOnly} fw={600} />,
    },
    !isVerified &&
      user !== null && {
        key: 'email',
        tone: 'warning',
        text: t('shell.banner.email', { email: user.email }),
        action: (
          <Group gap="md">
            {emulated.mail && <EmulatedMail email={user.email} />}
            <Resend email={user.email} />
          </Group>
        ),
      },
    days !== null &&
      days !== undefined &&
      days <= DEMO_DAYS_WARN &&
      !isLimitedShown && {
        key: 'demo',
        tone: 'warning',
        text: days <= 0 ? t('shell.banner.demoToday') : t('shell.banner.demo', { count: days }),
      },
    // What is known with the business is shown with it: a banner that comes later would move the page.
    cabinet !== null &&
      (data ?? cabinet).isOnTestCertificate && {
        key: 'test',
        tone: 'info',
        text: t('shell.banner.test'),
        action: (
          <Group gap="md">
            {emulated.phones && (
              <Anchor component="button" type="button" fw={500} onClick={() => openTestPhones()}>
                {t('shell.phones.open')}
              </Anchor>
            )}
            <LinkAnchor to="/$cabinetDomain/settings/certificates" params={{ cabinetDomain: cabinet.domain }} fw={500}>
              {t('shell.banner.testLink')}
            </LinkAnchor>
          </Group>
        ),
      },
  ]
  return (
    <div className={classes.banners} data-has-urgent={raised !== null || isLimitedShown}>
      {banners
        .filter((banner) => banner !== false && banner !== undefined)
        .slice(0, SHOWN_MAX)
        .map((banner) => (
          // The changing key makes screen readers announce the banner again after the same refusal.
          <div
            key={`${banner.key}-${raised?.times ?? 0}`}
            data-state={banner.state}
            className={banner.state === 'limited' && raised !== null ? classes.asked : undefined}
          >
            <StatusBanner tone={banner.tone} action={banner.action} isFlat>
              {banner.text}
            </StatusBanner>
          </div>
        ))}
    </div>
  )
}

/** No email leaves this machine: who may see the emulated mailbox opens it. */
function EmulatedMail({ email }: { email: string }) {
  const { t } = useTranslation()
  const reach = useQuery({ queryKey: ['outside-reach'], queryFn: readReach, retry: false }).data
  if (reach !== 'all') return null
  return (
    <Anchor href={`/outside/mail/?to=${encodeURIComponent(email)}`} target="_blank" rel="noopener" fw={500}>
      {t('shell.banner.emailOpen')}
    </Anchor>
  )
}

function Resend({ email }: { email: string }) {
  const { t } = useTranslation()
  const wait = useCountdown()
  const resend = useWrite(users.resendVerification, {
    onDone: ({ nextInSeconds }) => {
      wait.start(nextInSeconds)
      toastDone(t('shell.banner.resent', { email }))
    },
  })
  if (wait.secondsLeft > 0)
    return <span className="k-small k-number">{t('shell.banner.resendIn', { seconds: wait.secondsLeft })}</span>
  return (
    <Anchor
      component="button"
      type="button"
      fw={500}
      disabled={resend.isBusy}
      onClick={() => resend.run({ body: { email } })}
    >
      {t('shell.banner.resend')}
    </Anchor>
  )
}
