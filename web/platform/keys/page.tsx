/** API keys of the account, their use, and how to call the API. */
import { IconPlus } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Key, NewKey } from '../../../contract/platform/keys.ts'
import { KEYS_MAX } from '../../../contract/limits.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { useBreadcrumbs } from '../../base/page-title.tsx'
import { Loading } from '../../parts/loading.tsx'
import { Page, PageHeader } from '../../parts/page.tsx'
import { StatusBanner } from '../../parts/status.tsx'
import { WriteButton } from '../../parts/write-button.tsx'
import { useKeys } from './data.ts'
import { RenameDrawer, RevokeDialog, RotateDialog } from './key-dialogs.tsx'
import { KeyTable } from './key-table.tsx'
import { SecretDialog } from './secret-dialog.tsx'
import { UsageCard } from './usage.tsx'

const CreateDrawer = lazy(() => import('./create-drawer.tsx').then((file) => ({ default: file.CreateDrawer })))
const HowToCall = lazy(() => import('./how-to-call.tsx').then((file) => ({ default: file.HowToCall })))

export function KeysPage() {
  const { t } = useTranslation()
  const { id: c, domain, role } = useCabinet()
  const isOwner = role === 'owner'
  const read = useKeys(c, isOwner)
  const [isCreating, setIsCreating] = useState(false)
  const [wasCreating, setWasCreating] = useState(false)
  if (isCreating && !wasCreating) setWasCreating(true)
  const [action, setAction] = useState<{ what: 'rename' | 'rotate' | 'revoke'; key: Key } | null>(null)
  const [shown, setShown] = useState<{ key: NewKey; isNew: boolean } | null>(null)
  useBreadcrumbs([{ text: t('shell.menu.settings'), to: `/${domain}/settings` }, { text: t('keys.title') }])

  const isFull = (read.data?.keys.length ?? 0) >= KEYS_MAX
  const create = (
    <WriteButton
      leftSection={<IconPlus size={16} aria-hidden="true" />}
      onClick={() => setIsCreating(true)}
      disabled={isFull}
    >
      {t('keys.create')}
    </WriteButton>
  )
  const hasKeys = (read.data?.keys.length ?? 0) > 0
  const close = () => setAction(null)
  return (
    <Page>
      <PageHeader title={t('keys.title')} meta={t('keys.lead')} {...(isOwner && hasKeys && { primary: create })} />
      {isFull && <StatusBanner tone="warning">{t('keys.full', { limit: KEYS_MAX })}</StatusBanner>}
      {isOwner ? (
        <>
          <KeyTable read={read} onAction={(what, key) => setAction({ what, key })} create={create} />
          <UsageCard />
        </>
      ) : (
        <StatusBanner tone="neutral">{t('keys.ownerOnly')}</StatusBanner>
      )}
      <Suspense fallback={<Loading shapes={[240]} />}>
        <HowToCall />
      </Suspense>
      {wasCreating && (
        <Suspense fallback={null}>
          <CreateDrawer
            isOpen={isCreating}
            onClose={() => setIsCreating(false)}
            onCreated={(key) => {
              setIsCreating(false)
              setShown({ key, isNew: true })
            }}
          />
        </Suspense>
      )}
      {action?.what === 'rename' && <RenameDrawer of={action.key} onClose={close} />}
      {action?.what === 'revoke' && <RevokeDialog of={action.key} onClose={close} />}
      {action?.what === 'rotate' && (
        <RotateDialog
          of={action.key}
          onClose={close}
          onRotated={(key) => {
            close()
            setShown({ key, isNew: false })
          }}
        />
      )}
      <SecretDialog shown={shown} onClose={() => setShown(null)} />
    </Page>
  )
}
