/** Which external services are only emulated here, and the way to their mailbox, inbox and phones. */
import { Button, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useBreadcrumbs } from '../../base/page-title.tsx'
import { PagePanel } from '../../base/refusal.tsx'
import { Loading } from '../../parts/loading.tsx'
import { Page, PageHeader } from '../../parts/page.tsx'
import { StatusBadge } from '../../parts/status.tsx'
import { useEmulated, useOpenEmulated } from './data.ts'
import { Block, FACTS } from './facts.tsx'
import classes from './operator.module.css'

export function EmulatedPage() {
  const { t } = useTranslation()
  const read = useEmulated()
  const open = useOpenEmulated()
  useBreadcrumbs([{ text: t('operator.label'), to: '/operator' }, { text: t('operator.sections.emulated') }])
  const isAny = read.data?.services.some(({ isEmulated }) => isEmulated) ?? false
  return (
    <Page>
      <PageHeader title={t('operator.sections.emulated')} meta={t('operator.emulated.lead')} />
      {read.error && <PagePanel error={read.error} onRetry={() => void read.refetch()} isRetrying={read.isFetching} />}
      {read.isPending && <Loading shapes={FACTS} />}
      {read.data && (
        <Block title={t('operator.emulated.services')}>
          <ul className={classes.rows}>
            {read.data.services.map(({ service, isEmulated }) => (
              <li key={service}>
                <div className={classes.wide}>
                  <Text fw={500}>{t(`operator.emulated.names.${service}`)}</Text>
                  {isEmulated && (
                    <Text className="k-small" c="dimmed">
                      {t(`operator.emulated.without.${service}`)}
                    </Text>
                  )}
                </div>
                <StatusBadge tone={isEmulated ? 'warning' : 'success'}>
                  {t(isEmulated ? 'operator.emulated.emulated' : 'operator.emulated.real')}
                </StatusBadge>
              </li>
            ))}
          </ul>
          {read.data.hasPages ? (
            <div>
              <Button onClick={() => open.run({})} loading={open.isBusy}>
                {t('operator.emulated.open')}
              </Button>
              <Text className="k-small" c="dimmed" mt="xs">
                {t('operator.emulated.openHint')}
              </Text>
            </div>
          ) : (
            isAny && <Text>{t('operator.emulated.off')}</Text>
          )}
        </Block>
      )}
    </Page>
  )
}
