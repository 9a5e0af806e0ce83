/** The user's own data: name, address, password, devices, the agreement. */
import { Paper, Stack, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { cabinets } from '../../../contract/platform/cabinets.ts'
import { users } from '../../../contract/platform/users.ts'
import { useBreadcrumbs } from '../../base/page-title.tsx'
import { useRead } from '../../base/query.ts'
import { useUser } from '../../base/session.ts'
import { useShow } from '../../base/show.ts'
import { LinkAnchor } from '../../parts/link.tsx'
import { Page, PageHeader } from '../../parts/page.tsx'
import { Unread } from '../../parts/unread-page.tsx'
import { EmailCard } from './profile-email.tsx'
import { PasswordCard } from './profile-password.tsx'
import { PersonCard } from './profile-person.tsx'

export function ProfilePage() {
  const { t } = useTranslation()
  const user = useUser()
  useBreadcrumbs([{ text: t('users.profile.title') }])
  if (!user) return null
  return (
    <Page width="narrow">
      <PageHeader title={t('users.profile.title')} meta={t('users.profile.lead')} />
      <PersonCard key={user.id} user={user} />
      <EmailCard user={user} />
      <PasswordCard email={user.email} />
      <DevicesCard />
      <OfferCard />
    </Page>
  )
}

/** The list of devices is in the settings of an account, so this links to those of the latest one. */
function DevicesCard() {
  const { t } = useTranslation()
  const { data } = useRead(cabinets.menu, {})
  const latest = data?.recent[0]
  if (!latest) return null
  return (
    <Paper component="section" p="lg" aria-labelledby="profile-devices">
      <Stack gap="xs">
        <Title order={2} id="profile-devices">
          {t('users.profile.devices')}
        </Title>
        <Text>{t('users.profile.devicesText')}</Text>
        <div>
          <LinkAnchor to="/$cabinetDomain/settings/general" params={{ cabinetDomain: latest.domain }}>
            {t('users.profile.devicesLink')}
          </LinkAnchor>
        </div>
      </Stack>
    </Paper>
  )
}

function OfferCard() {
  const { t } = useTranslation()
  const show = useShow()
  const read = useRead(users.readOffer, {})
  return (
    <Paper component="section" p="lg" aria-labelledby="profile-offer">
      <Stack gap="xs">
        <Title order={2} id="profile-offer">
          {t('users.profile.offer')}
        </Title>
        {read.data ? (
          <Text>
            {read.data.acceptedAt
              ? t('offer.accepted', { date: show.date(read.data.acceptedAt) })
              : t('users.profile.offerText')}
          </Text>
        ) : (
          <Unread read={read} shapes={[{ h: 22, w: 280 }]} isPart />
        )}
        <div>
          <LinkAnchor to="/offer">{t('users.profile.offerLink')}</LinkAnchor>
        </div>
      </Stack>
    </Paper>
  )
}
