/** Where the agreement is accepted; afterwards the page that was asked for. */
import { Button, Paper, Stack, Text, Title } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { users } from '../../../contract/platform/users.ts'
import { useBreadcrumbs } from '../../base/page-title.tsx'
import { homePath } from '../../base/guards.ts'
import { useRead } from '../../base/query.ts'
import { PagePanel } from '../../base/refusal.tsx'
import { takeReturnPath } from '../../base/return-path.ts'
import { Loading } from '../../parts/loading.tsx'
import { askLogout } from '../../shell/logout-asked.ts'
import { Logo } from '../../shell/logo.tsx'
import { LanguageMenu, SchemeMenu } from '../../shell/preference-menus.tsx'
import classes from './auth-frame.module.css'
import { isAccepted, OfferForm } from './offer-form.tsx'

export function OfferPage() {
  const { t } = useTranslation()
  const router = useRouter()
  const read = useRead(users.readOffer, {})
  const offer = read.data
  useBreadcrumbs([{ text: t('offer.title') }])
  return (
    <div className={`${classes.frame} ${classes.alone}`}>
      <div className={classes.side}>
        <main className={`${classes.column} ${classes.wide}`}>
          <div className={classes.brand}>
            <Logo sizePx={32} />
            Kartoteka
          </div>
          <Paper p="xl">
            <Stack>
              <Title order={1}>{t('offer.title')}</Title>
              {offer && !isAccepted(offer) && (
                <Text>{offer.acceptedVersion === null ? t('offer.lead') : t('offer.leadNewer')}</Text>
              )}
              {offer ? (
                <OfferForm
                  offer={offer}
                  onAccepted={() => router.history.replace(takeReturnPath() ?? homePath())}
                  other={
                    <Button variant="subtle" color="gray" onClick={() => askLogout(true)}>
                      {t('offer.logout')}
                    </Button>
                  }
                />
              ) : read.error ? (
                <PagePanel error={read.error} onRetry={() => void read.refetch()} isRetrying={read.isFetching} />
              ) : (
                <Loading shapes={[{ h: 20, w: 160 }, 320]} />
              )}
            </Stack>
          </Paper>
        </main>
        <footer className={classes.foot}>
          <LanguageMenu />
          <SchemeMenu />
        </footer>
      </div>
    </div>
  )
}
