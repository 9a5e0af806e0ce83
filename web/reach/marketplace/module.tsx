/** One module: what it does, its switch, its promo codes. */
import { Button, Stack, Tabs, Text, Title } from '@mantine/core'
import { IconPuzzleOff } from '@tabler/icons-react'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { Module } from '../../../contract/reach/marketplace.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { crumbOf, useBreadcrumbs } from '../../base/page-title.tsx'
import { useShow } from '../../base/show.ts'
import { Loading, LoadingPage } from '../../parts/loading.tsx'
import { Page, PageHeader } from '../../parts/page.tsx'
import { StatusBadge } from '../../parts/status.tsx'
import { FailedPage, MissingPage } from '../../parts/unread-page.tsx'
import { mayChangeModules } from './access.ts'
import { isOfPromos, useModule } from './data.ts'
import { LockedBanner } from './locked-banner.tsx'
import classes from './marketplace.module.css'
import { ModuleSwitch } from './module-switch.tsx'
import { PromoForms } from './promo-forms.tsx'
import { PromoTable } from './promo-table.tsx'

const TelegramSettings = lazy(() =>
  import('./telegram-settings.tsx').then((file) => ({ default: file.TelegramSettings })),
)

const TABS = ['description', 'configuration'] as const
const STEPS = ['first', 'second', 'third'] as const

export function ModulePage() {
  const { t } = useTranslation()
  const { id: c, domain } = useCabinet()
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const read = useModule(c, id)
  const isMissing = read.isError && read.error.status === 404
  useBreadcrumbs([
    { text: t('marketplace.title'), to: `/${domain}/marketplace` },
    ...crumbOf(read, isMissing ? t('marketplace.notFound.title') : read.data?.name),
  ])
  if (isMissing) {
    return (
      <MissingPage
        heading={t('marketplace.title')}
        icon={<IconPuzzleOff size={40} stroke={1.5} />}
        title={t('marketplace.notFound.title')}
        text={t('marketplace.notFound.text')}
        back={{ label: t('marketplace.notFound.back'), to: `/${domain}/marketplace` }}
      />
    )
  }
  if (read.isError && !read.data) return <FailedPage heading={t('marketplace.title')} read={read} />
  if (!read.data) return <LoadingPage heading={t('marketplace.title')} shapes={[36, 220]} />
  return <LoadedModule module={read.data} />
}

function LoadedModule({ module }: { module: Module }) {
  const { t } = useTranslation()
  const show = useShow()
  const cabinet = useCabinet()
  const navigate = useNavigate()
  const { tab: asked } = useSearch({ strict: false }) as { tab?: string }
  // Users with the module on come to change something, others to read about it.
  const usual = module.isActive ? 'configuration' : 'description'
  const tab = TABS.find((one) => one === asked) ?? usual
  const open = (next: string | null) =>
    void navigate({
      to: '.',
      replace: true,
      resetScroll: false,
      search: (next === null ? {} : { tab: next }) as never,
    })
  return (
    <Page>
      <PageHeader
        title={module.name}
        meta={module.text}
        badge={
          <StatusBadge tone={module.isActive ? 'success' : 'neutral'}>
            {module.since === null ? t('marketplace.off') : t('marketplace.onSince', { date: show.date(module.since) })}
          </StatusBadge>
        }
        primary={
          module.telegram?.hasToken === false && !module.isActive ? (
            <Button disabled={!mayChangeModules(cabinet)} onClick={() => open('configuration')}>
              {t('marketplace.telegram.connect')}
            </Button>
          ) : (
            <ModuleSwitch module={module} />
          )
        }
      />
      <LockedBanner />
      <Tabs value={tab} onChange={open}>
        <Tabs.List aria-label={t('marketplace.tabs.label')}>
          {TABS.map((one) => (
            <Tabs.Tab key={one} value={one}>
              {t(`marketplace.tabs.${one}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="description" pt="md">
          <Stack gap="md">
            <Title order={2}>{t('marketplace.about.how')}</Title>
            <ol className={classes.steps}>
              {STEPS.map((step) => (
                <li key={step}>{t(`marketplace.about.${module.id}.${step}`)}</li>
              ))}
            </ol>
            <Text c="dimmed" maw={640}>
              {t(module.telegram ? 'marketplace.about.back' : 'marketplace.about.phone')}
            </Text>
            <Text>
              {module.priceMinor > 0
                ? t('marketplace.priceDaily', { amount: show.price(module.priceMinor) })
                : t('marketplace.included')}
            </Text>
          </Stack>
        </Tabs.Panel>
        <Tabs.Panel value="configuration" pt="md">
          {module.telegram && (
            <Suspense fallback={<Loading shapes={[420]} />}>
              <TelegramSettings module={module} telegram={module.telegram} />
            </Suspense>
          )}
          {isOfPromos(module) && (
            <Stack gap="lg">
              <PromoTable module={module} />
              <PromoForms module={module} />
            </Stack>
          )}
        </Tabs.Panel>
      </Tabs>
    </Page>
  )
}
