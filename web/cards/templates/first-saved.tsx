import { Button, Text, Title } from '@mantine/core'
import { IconBrush, IconCheck, IconDeviceMobile, IconForms, IconQrcode, IconUser } from '@tabler/icons-react'
import { useMediaQuery } from '@mantine/hooks'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { clients } from '../../../contract/people/clients.ts'
import { forms } from '../../../contract/people/forms.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { useRead } from '../../base/query.ts'
import { openTestPhones, useEmulated, useTestPhones } from '../../base/test-phones.ts'
import { CopyButton } from '../../parts/copy-button.tsx'
import { PathLink } from '../../parts/link.tsx'
import { Loading } from '../../parts/loading.tsx'
import { QrCode } from '../../parts/qr-code.tsx'
import { StatusBanner } from '../../parts/status.tsx'
import { FailedPage } from '../../parts/unread-page.tsx'
import { WriteButton } from '../../parts/write-button.tsx'
import { SampleCard } from './card-faces.tsx'
import { useTemplate } from './data.ts'
import { useFirstRun } from './use-first-run.ts'
import classes from './first-run.module.css'

const LOOK_AGAIN_MS = 2500
/** There is room for the phones beside the page. */
const WIDE = '(min-width: 75em)'

/** The card and its form are there: now it is tried. */
export function FirstSaved({ card, formKey }: { card: string; formKey: string | undefined }) {
  const { t } = useTranslation()
  const cabinet = useCabinet()
  const c = cabinet.id
  const template = useTemplate(c, card)
  const list = useRead(forms.listForms, { params: { c } })
  const run = useFirstRun()
  const form = list.data?.forms.find((one) => (formKey ? one.formKey === formKey : one.template.id === card))
  // Who comes back to a card that is there opens them: what is beside the page would push it aside.
  useOpenedPhones(formKey === undefined ? undefined : form?.url)
  const read = template.isError ? template : list
  if (read.isError && !read.data) return <FailedPage heading={t('start.title')} read={read} />
  if (!template.data || !list.data) return <Loading shapes={[420]} />
  return (
    <section>
      <Title order={1} className={classes.heading ?? ''}>
        {t(form ? 'start.saved.title' : 'start.saved.noForm')}
      </Title>
      <Text className={classes.lead ?? ''}>{t(form ? 'start.saved.lead' : 'start.saved.noFormText')}</Text>
      {run.refused && (
        <StatusBanner
          tone="danger"
          action={
            run.refused.code === 'cards_not_active' && (
              <PathLink to={`/${cabinet.domain}/settings/certificates`}>{t('shell.banner.testLink')}</PathLink>
            )
          }
        >
          {run.refused.message}
        </StatusBanner>
      )}
      <div className={classes.saved}>
        <div className={classes.savedCard}>
          <SampleCard design={template.data.design} cabinetId={c} label={template.data.name} />
          <p className={classes.tick}>
            <IconCheck size={18} stroke={2.5} aria-hidden="true" />
            {t('start.saved.card')}
          </p>
        </div>
        <div className={classes.savedForm}>
          {form ? (
            <HereIsForm url={form.url} formKey={form.formKey} card={card} />
          ) : (
            <WriteButton
              size="md"
              loading={run.isBusy}
              aria-busy={run.isBusy}
              onClick={() => void run.makeForm(card, t('start.formName'))}
            >
              {t('start.saved.makeForm')}
            </WriteButton>
          )}
        </div>
      </div>
    </section>
  )
}

/** On a wide screen the phones stand beside the page as soon as there is a form. */
function useOpenedPhones(url: string | undefined): void {
  const isWide = useMediaQuery(WIDE, undefined, { getInitialValueInEffect: false })
  const { phones } = useEmulated()
  const wasOpened = useRef(false)
  useEffect(() => {
    if (!url || !phones || !isWide || wasOpened.current) return
    wasOpened.current = true
    openTestPhones(url)
  }, [url, phones, isWide])
}

function HereIsForm({ url, formKey, card }: { url: string; formKey: string; card: string }) {
  const { t } = useTranslation()
  const { id: c, domain } = useCabinet()
  const { phones } = useEmulated()
  const isOpen = useTestPhones() !== null
  const first = useRead(
    clients.listClients,
    { params: { c }, query: { limit: 1 } },
    { everyMs: (page) => (page && page.data.length > 0 ? false : LOOK_AGAIN_MS) },
  ).data?.data[0]
  if (first) return <FirstClient id={first.id} name={`${first.name} ${first.surname}`.trim()} />
  return (
    <>
      <Title order={2}>{t('start.saved.form')}</Title>
      <div className={classes.link}>
        <QrCode value={url} sizePx={116} label={t('start.saved.qr')} />
        <div>
          <Text c="dimmed" className="k-small">
            {t('start.saved.formText')}
          </Text>
          <code className="k-mono">{url.replace(/^https?:\/\//, '')}</code>
          <CopyButton value={url} label={t('forms.editor.copyLink')} withText />
        </div>
      </div>
      {phones ? (
        <>
          {isOpen && <Text>{t('start.saved.beside')}</Text>}
          <Button
            size="md"
            variant={isOpen ? 'default' : 'filled'}
            leftSection={<IconDeviceMobile size={20} stroke={1.75} aria-hidden="true" />}
            onClick={() => openTestPhones(url)}
          >
            {t(isOpen ? 'start.saved.tryAgain' : 'start.saved.try')}
          </Button>
        </>
      ) : (
        <Text>{t('start.saved.scan')}</Text>
      )}
      <ul className={classes.more}>
        <li>
          <PathLink to={`/${domain}/cards/${card}`}>
            <IconBrush size={18} stroke={1.75} aria-hidden="true" />
            {t('start.saved.editCard')}
          </PathLink>
        </li>
        <li>
          <PathLink to={`/${domain}/form/${formKey}`}>
            <IconForms size={18} stroke={1.75} aria-hidden="true" />
            {t('start.saved.editForm')}
          </PathLink>
        </li>
        <li>
          <PathLink to={`/${domain}/form/${formKey}/links`}>
            <IconQrcode size={18} stroke={1.75} aria-hidden="true" />
            {t('start.saved.poster')}
          </PathLink>
        </li>
      </ul>
    </>
  )
}

/** Somebody has the card: what to do with it. */
function FirstClient({ id, name }: { id: string; name: string }) {
  const { t } = useTranslation()
  const { domain } = useCabinet()
  return (
    <div className={classes.done} role="status">
      <span className={classes.doneMark} aria-hidden="true">
        <IconCheck size={28} stroke={2.5} />
      </span>
      <Title order={2}>{name === '' ? t('start.done.title') : t('start.done.titleOf', { name })}</Title>
      <Text>{t('start.done.text')}</Text>
      <Button
        component="a"
        size="md"
        href={`#/${domain}/clients/${id}`}
        leftSection={<IconUser size={20} stroke={1.75} aria-hidden="true" />}
      >
        {t('start.done.client')}
      </Button>
      <PathLink to={`/${domain}`}>{t('start.done.overview')}</PathLink>
    </div>
  )
}
