/** The sender of the account's emails, with a preview. */
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { type Sender, SenderInput } from '../../../contract/platform/emails.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { checkWith } from '../../base/form.ts'
import { useBreadcrumbs } from '../../base/page-title.tsx'
import { PagePanel } from '../../base/refusal.tsx'
import { Loading } from '../../parts/loading.tsx'
import { Page, PageHeader } from '../../parts/page.tsx'
import { useSender } from './data.ts'
import { PreviewCard } from './preview-card.tsx'
import { enteredOf, SenderCard } from './sender-card.tsx'

export function EmailsPage() {
  const { t } = useTranslation()
  const { id: c, domain } = useCabinet()
  const read = useSender(c)
  useBreadcrumbs([{ text: t('shell.menu.settings'), to: `/${domain}/settings` }, { text: t('emails.title') }])
  return (
    <Page>
      <PageHeader title={t('emails.title')} meta={t('emails.lead')} />
      {read.data ? (
        <EmailCards sender={read.data} />
      ) : read.error ? (
        <PagePanel error={read.error} onRetry={() => void read.refetch()} isRetrying={read.isFetching} />
      ) : (
        <Loading shapes={[280, 420]} />
      )}
    </Page>
  )
}

/** The preview shows what is typed, so both cards share the form. */
function EmailCards({ sender }: { sender: Sender }) {
  const form = useForm<SenderInput>({
    mode: 'controlled',
    initialValues: enteredOf(sender),
    validate: checkWith(SenderInput),
  })
  return (
    <>
      <SenderCard sender={sender} form={form} />
      <PreviewCard senderName={form.values.senderName} isDirty={form.isDirty()} />
    </>
  )
}
