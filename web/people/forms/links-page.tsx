/** Named links of a form: each with its QR code and what came by it. */
import { Button } from '@mantine/core'
import { IconCode, IconForms, IconPlus, IconPrinter } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FormLink } from '../../../contract/people/form-links.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { crumbOf, useBreadcrumbs } from '../../base/page-title.tsx'
import { Page, PageHeader } from '../../parts/page.tsx'
import { StatusBanner } from '../../parts/status.tsx'
import { MissingPage } from '../../parts/unread-page.tsx'
import { WriteButton } from '../../parts/write-button.tsx'
import { useForm } from './data.ts'
import { useLinks } from './link-data.ts'
import { CreateLink, RemoveLink, RenameLink } from './link-dialogs.tsx'
import { LinkQr } from './link-qr.tsx'
import { type LinkAction, LinkTable } from './link-table.tsx'

const EmbedDialog = lazy(() => import('./embed-dialog.tsx').then((file) => ({ default: file.EmbedDialog })))

const PosterDialog = lazy(() => import('./poster-dialog.tsx').then((file) => ({ default: file.PosterDialog })))

export function LinksPage() {
  const { t } = useTranslation()
  const { id: c, domain } = useCabinet()
  const { formKey } = useParams({ from: '/$cabinetDomain/form/$formKey/links' })
  const form = useForm(c, formKey)
  const read = useLinks(c, formKey)
  const [isEmbedding, setIsEmbedding] = useState(false)
  const [isCreating, setIsCreating] = useState(false)
  const [poster, setPoster] = useState<{ link: FormLink | undefined } | null>(null)
  const [open, setOpen] = useState<{ what: LinkAction; link: FormLink } | null>(null)
  const formPath = `/${domain}/form/${formKey}`
  useBreadcrumbs([
    { text: t('forms.title'), to: `/${domain}/form` },
    ...crumbOf(form, form.data?.name).map((crumb) => ({ ...crumb, to: formPath })),
    { text: t('links.title') },
  ])
  if (form.error?.status === 404)
    return (
      <MissingPage
        heading={t('forms.title')}
        icon={<IconForms size={40} stroke={1.5} />}
        title={t('forms.notFound.title')}
        text={t('forms.notFound.text')}
        back={{ label: t('forms.notFound.back'), to: `/${domain}/form` }}
      />
    )
  const { links = [], limit = 0 } = read.data ?? {}
  const isFull = read.data !== undefined && links.length >= limit
  const create = (
    <WriteButton
      leftSection={<IconPlus size={16} aria-hidden="true" />}
      onClick={() => setIsCreating(true)}
      disabled={isFull}
    >
      {t('links.create')}
    </WriteButton>
  )
  const close = () => setOpen(null)
  return (
    <Page>
      <PageHeader
        title={t('links.title')}
        meta={t('links.lead')}
        secondary={
          <>
            <Button
              variant="default"
              leftSection={<IconCode size={18} stroke={1.75} aria-hidden="true" />}
              disabled={!read.data || !form.data}
              onClick={() => setIsEmbedding(true)}
            >
              {t('links.embed.verb')}
            </Button>
            <Button
              variant="default"
              leftSection={<IconPrinter size={18} stroke={1.75} aria-hidden="true" />}
              disabled={!read.data}
              onClick={() => setPoster({ link: links.find((one) => one.kind === 'poster' && one.isOn) })}
            >
              {t('links.poster.verb')}
            </Button>
          </>
        }
        {...(links.length > 0 && { primary: create })}
      />
      {isFull && <StatusBanner tone="warning">{t('links.full', { limit })}</StatusBanner>}
      {form.data?.isOpen === false && <StatusBanner tone="warning">{t('forms.qr.closed')}</StatusBanner>}
      <LinkTable
        formKey={formKey}
        read={read}
        onAction={(what, link) => (what === 'poster' ? setPoster({ link }) : setOpen({ what, link }))}
        create={create}
      />
      {isEmbedding && form.data && (
        <Suspense>
          <EmbedDialog form={form.data} links={links} onClose={() => setIsEmbedding(false)} />
        </Suspense>
      )}
      {poster && (
        <Suspense>
          <PosterDialog formKey={formKey} links={links} link={poster.link} onClose={() => setPoster(null)} />
        </Suspense>
      )}
      {isCreating && <CreateLink formKey={formKey} onClose={() => setIsCreating(false)} />}
      {open?.what === 'qr' && <LinkQr link={open.link} onClose={close} />}
      {open?.what === 'rename' && <RenameLink formKey={formKey} link={open.link} onClose={close} />}
      {open?.what === 'remove' && <RemoveLink formKey={formKey} link={open.link} onClose={close} />}
    </Page>
  )
}
