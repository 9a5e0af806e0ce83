/** Pages whose subject could not be read. */
import type { ComponentProps, ReactNode } from 'react'
import { PagePanel } from '../base/refusal.tsx'
import { EmptyState } from './empty-state.tsx'
import { LinkButton } from './link.tsx'
import { Loading } from './loading.tsx'
import { Page } from './page.tsx'

type MissingPageProps = {
  /** The heading that the page would have, for screen readers. */
  heading: string
  icon: ReactNode
  title: string
  text: string
  /** `to`: a finished path of the hash. */
  back: { label: string; to: string }
}

/** It was deleted, never existed or belongs to another account: the reason is not revealed. */
export function MissingPage({ heading, icon, title, text, back }: MissingPageProps) {
  return (
    <Page>
      <h1 className="k-unseen">{heading}</h1>
      <EmptyState
        icon={icon}
        title={title}
        text={text}
        action={<LinkButton to={back.to as '/'}>{back.label}</LinkButton>}
      />
    </Page>
  )
}

type Read = { error: unknown; isFetching: boolean; refetch: () => unknown }

/** In the place of what is not there yet: its shape while it is read, or why it could not be. */
export function Unread({ read, isPart, ...loading }: ComponentProps<typeof Loading> & { read: Read; isPart?: true }) {
  if (read.error === null) return <Loading {...loading} />
  return (
    <PagePanel
      error={read.error}
      onRetry={() => void read.refetch()}
      isRetrying={read.isFetching}
      {...(isPart && { isPart })}
    />
  )
}

export function FailedPage({ heading, read }: { heading: string; read: Read }) {
  return (
    <Page>
      <h1 className="k-unseen">{heading}</h1>
      <PagePanel error={read.error} onRetry={() => void read.refetch()} isRetrying={read.isFetching} />
    </Page>
  )
}
