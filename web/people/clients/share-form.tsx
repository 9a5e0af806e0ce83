import { Button, Group, Modal, Select, Stack, Text } from '@mantine/core'
import { IconDownload, IconExternalLink } from '@tabler/icons-react'
import { cloneElement, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FormRow } from '../../../contract/people/forms.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import type { OverProps } from '../../parts/late-over.tsx'
import { LinkButton } from '../../parts/link.tsx'
import { QrCode } from '../../parts/qr-code.tsx'
import classes from './clients.module.css'

export type ShareFormProps = { forms: readonly FormRow[] }

/** Link and QR code of a form, where clients get their card. */
export function ShareForm({ forms, target, isOpen, onChange }: ShareFormProps & OverProps) {
  const { t } = useTranslation()
  const open = forms.filter((form) => form.isOpen)
  const [chosen, setChosen] = useState<string | null>(null)
  const form = open.find((one) => one.formKey === chosen) ?? open[0]
  return (
    <>
      {cloneElement(target, { onClick: () => onChange(true) })}
      <Modal
        opened={isOpen}
        onClose={() => onChange(false)}
        size={560}
        title={t('clients.share.title')}
        closeButtonProps={{ 'aria-label': t('common.close') }}
      >
        {form ? (
          <Stack gap="md">
            <Text c="dimmed">{t('clients.share.text')}</Text>
            {open.length > 1 && (
              <Select
                label={t('clients.share.form')}
                data={open.map((one) => ({ value: one.formKey, label: one.name }))}
                value={form.formKey}
                onChange={setChosen}
                allowDeselect={false}
              />
            )}
            <FormLink form={form} />
          </Stack>
        ) : (
          <NoOpenForm hasForms={forms.length > 0} />
        )}
      </Modal>
    </>
  )
}

/** The link: to read, copy, open, and print as a QR code. */
export function FormLink({ form }: { form: FormRow }) {
  const { t } = useTranslation()
  const qr = useRef<HTMLDivElement>(null)
  const download = () => {
    const svg = qr.current?.querySelector('svg')
    if (svg) saveSvg(svg, `qr-${form.formKey}.svg`)
  }
  return (
    <div className={classes.share}>
      <Stack gap="sm">
        <div>
          <Text fw={500} mb={4}>
            {t('clients.share.link')}
          </Text>
          <span className={`${classes.link} k-mono`}>{form.url}</span>
        </div>
        <Group gap="xs">
          <CopyButton value={form.url} label={t('clients.share.copy')} withText />
          <Button
            component="a"
            href={form.url}
            target="_blank"
            rel="noreferrer"
            variant="default"
            leftSection={<IconExternalLink size={16} aria-hidden="true" />}
          >
            {t('clients.share.open')}
          </Button>
          <Button variant="default" leftSection={<IconDownload size={16} aria-hidden="true" />} onClick={download}>
            {t('clients.share.download')}
          </Button>
        </Group>
      </Stack>
      <div className={classes.qr} ref={qr}>
        <QrCode value={form.url} label={t('clients.share.qr', { name: form.name })} sizePx={168} />
      </div>
    </div>
  )
}

function NoOpenForm({ hasForms }: { hasForms: boolean }) {
  const { t } = useTranslation()
  return (
    <Stack gap="md" align="flex-start">
      <Text>{t(noOpenFormText(hasForms))}</Text>
      <FormsButton hasForms={hasForms} />
    </Stack>
  )
}

export const noOpenFormText = (hasForms: boolean) => (hasForms ? 'clients.share.allClosed' : 'clients.empty.noForm')

/** Leads to the forms when none can be shared. */
export function FormsButton({ hasForms }: { hasForms: boolean }) {
  const { t } = useTranslation()
  const cabinet = useCabinet()
  return (
    <LinkButton to="/$cabinetDomain/form" params={{ cabinetDomain: cabinet.domain }}>
      {t(hasForms ? 'clients.share.toForms' : 'clients.empty.createForm')}
    </LinkButton>
  )
}

/** Large enough for print: a vector picture has no size. */
function saveSvg(svg: SVGSVGElement, name: string): void {
  const copy = svg.cloneNode(true) as SVGSVGElement
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  copy.setAttribute('width', '1024')
  copy.setAttribute('height', '1024')
  const url = URL.createObjectURL(new Blob([copy.outerHTML], { type: 'image/svg+xml' }))
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  URL.revokeObjectURL(url)
}
