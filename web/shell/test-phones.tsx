/** The test phones: a column beside the page on a wide screen, a panel over it on others, all of it on a phone. */
import { ActionIcon, Title, useComputedColorScheme } from '@mantine/core'
import { IconExternalLink, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { emulatedWorld } from '../../contract/business/emulated-world.ts'
import type { Cabinet } from '../../contract/platform/cabinets.ts'
import { NO_CONNECTION, Refused } from '../base/refused.ts'
import { PagePanel } from '../base/refusal.tsx'
import { send } from '../base/send.ts'
import { closeTestPhones, readReach } from '../base/test-phones.ts'
import { useLanguage } from '../base/words.ts'
import { Loading } from '../parts/loading.tsx'
import classes from './test-phones.module.css'

type TestPhonesProps = { cabinet: Cabinet; link: string | null; times: number }

export function TestPhones({ cabinet, link, times }: TestPhonesProps) {
  const { t } = useTranslation()
  const panel = useRef<HTMLElement>(null)
  const address = useAddress(cabinet.id, times)
  const look = useLook(link)
  useEffect(() => panel.current?.focus({ preventScroll: true }), [times])
  return (
    <aside
      ref={panel}
      tabIndex={-1}
      className={classes.panel}
      aria-label={t('shell.phones.title')}
      onKeyDown={(event) => event.key === 'Escape' && closeTestPhones()}
    >
      <header className={classes.head}>
        <Title order={2} className={classes.title ?? ''}>
          {t('shell.phones.title')}
        </Title>
        <ActionIcon
          component="a"
          href={`/phone?${look}`}
          target="_blank"
          rel="noopener"
          variant="subtle"
          color="gray"
          size={44}
          aria-label={t('shell.phones.tab')}
          title={t('shell.phones.tab')}
        >
          <IconExternalLink size={20} stroke={1.75} aria-hidden="true" />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={44}
          aria-label={t('shell.phones.close')}
          onClick={closeTestPhones}
        >
          <IconX size={20} stroke={1.75} aria-hidden="true" />
        </ActionIcon>
      </header>
      {address.error ? (
        <div className={classes.fault}>
          <PagePanel error={address.error} onRetry={() => void address.refetch()} isRetrying={address.isFetching} />
        </div>
      ) : address.data === undefined ? (
        <Loading shapes={[44, 560]} />
      ) : (
        <iframe
          key={times}
          className={classes.frame}
          src={`${address.data}${address.data.includes('?') ? '&' : '?'}embed=1&${look}`}
          title={t('shell.phones.title')}
        />
      )}
    </aside>
  )
}

/** A browser that may not see the phones yet gets a link that lets it in. */
function useAddress(c: number, times: number) {
  const { t } = useTranslation()
  return useQuery<string, Refused>({
    queryKey: ['test-phones', c, times],
    queryFn: async () => {
      const reach = await readReach().catch(() => {
        throw new Refused(0, { code: NO_CONNECTION, message: t('shell.banner.offline') })
      })
      if (reach !== 'none') return '/phone'
      const { url } = await send(emulatedWorld.openPhones, { params: { c } })
      return `${new URL(url).pathname}?phones=1`
    },
    // A link works once.
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  })
}

function useLook(link: string | null): string {
  const lang = useLanguage()
  const theme = useComputedColorScheme('light')
  return new URLSearchParams({ ...(link !== null && { open: link, fill: '1' }), lang, theme }).toString()
}
