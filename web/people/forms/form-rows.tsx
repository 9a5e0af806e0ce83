/** A form in the list: its columns, its link and its menu. */
import { ActionIcon, Tooltip } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconBellRinging, IconCopy, IconExternalLink, IconLink, IconQrcode, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { FormRow } from '../../../contract/people/forms.ts'
import { LANGUAGE_NAMES } from '../../../words/words.ts'
import { PHONE } from '../../base/theme.ts'
import { CopyButton } from '../../parts/copy-button.tsx'
import type { Column } from '../../parts/data-table/columns.ts'
import { useGuard } from '../../parts/member-rights.tsx'
import type { MoreItem } from '../../parts/page.tsx'
import { StatusBadge } from '../../parts/status.tsx'
import { copyText } from './copy-text.ts'
import { Funnel } from './funnel.tsx'
import { ThemeDot } from './theme-dot.tsx'
import classes from './page.module.css'

type OnForm = (form: FormRow) => void

export function useColumns(onQr: OnForm): Column<FormRow>[] {
  const { t } = useTranslation()
  const isPhone = useMediaQuery(PHONE, undefined, { getInitialValueInEffect: false })
  return [
    { key: 'name', title: t('forms.list.columns.name'), isSortable: true, render: (form) => form.name },
    {
      key: 'state',
      title: t('forms.list.columns.state'),
      card: 'status',
      render: (form) => (
        <StatusBadge tone={form.isOpen ? 'success' : 'neutral'}>
          {t(form.isOpen ? 'forms.list.open' : 'forms.list.closed')}
        </StatusBadge>
      ),
    },
    { key: 'card', title: t('forms.list.columns.card'), isSortable: true, render: (form) => form.template.name },
    {
      key: 'opened',
      title: t(isPhone ? 'forms.list.columns.visits' : 'forms.list.columns.funnel'),
      isSortable: true,
      card: 'fact',
      width: 310,
      render: (form) => <Funnel form={form} />,
    },
    { key: 'lang', title: t('forms.list.columns.lang'), render: (form) => LANGUAGE_NAMES[form.lang] },
    { key: 'theme', title: t('forms.list.columns.theme'), render: (form) => <ThemeDot theme={form.theme} /> },
    {
      key: 'link',
      title: t('forms.list.columns.link'),
      card: 'fact',
      width: 110,
      render: (form) => <LinkCell form={form} onQr={() => onQr(form)} />,
    },
  ]
}

type Actions = Record<'onQr' | 'onLinks' | 'onReminder' | 'onRemove', OnForm>

/** Menu of a row. */
export function useActions({ onQr, onLinks, onReminder, onRemove }: Actions): (form: FormRow) => MoreItem[] {
  const { t } = useTranslation()
  const guard = useGuard('delete')
  return (form) => [
    {
      label: t('forms.list.copyLink'),
      icon: <IconCopy size={16} aria-hidden="true" />,
      onClick: () => copyText(form.url, t('forms.list.copied'), t('forms.list.copyFailed')),
    },
    {
      label: t('forms.list.qr'),
      icon: <IconQrcode size={16} aria-hidden="true" />,
      onClick: () => onQr(form),
    },
    {
      label: t('forms.list.links'),
      icon: <IconLink size={16} aria-hidden="true" />,
      onClick: () => onLinks(form),
    },
    {
      label: t('forms.list.reminder'),
      icon: <IconBellRinging size={16} aria-hidden="true" />,
      onClick: () => onReminder(form),
    },
    {
      label: t('forms.list.openPage'),
      icon: <IconExternalLink size={16} aria-hidden="true" />,
      onClick: () => void window.open(form.url, '_blank', 'noopener'),
    },
    guard({
      label: t('forms.list.remove'),
      icon: <IconTrash size={16} aria-hidden="true" />,
      isDangerous: true,
      onClick: () => onRemove(form),
    }),
  ]
}

function LinkCell({ form, onQr }: { form: FormRow; onQr: () => void }) {
  const { t } = useTranslation()
  return (
    <span className={classes.link} onClick={(event) => event.stopPropagation()} role="presentation">
      <CopyButton value={form.url} label={t('forms.list.copyLink')} />
      <Tooltip label={t('forms.list.qr')}>
        <ActionIcon variant="subtle" color="gray" size={32} aria-label={t('forms.list.qr')} onClick={onQr}>
          <IconQrcode size={18} stroke={1.75} aria-hidden="true" />
        </ActionIcon>
      </Tooltip>
    </span>
  )
}
