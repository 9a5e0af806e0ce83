/** Forms that ask for a promo code, or the way to create one. */
import { Stack, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Module } from '../../../contract/reach/marketplace.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { LinkAnchor, PathLink } from '../../parts/link.tsx'
import { StatusBanner } from '../../parts/status.tsx'
import classes from './marketplace.module.css'

export function PromoForms({ module: { forms } }: { module: Module }) {
  const { t } = useTranslation()
  const { domain } = useCabinet()
  if (forms.length === 0) {
    return (
      <StatusBanner
        tone="warning"
        action={
          <LinkAnchor to="/$cabinetDomain/form" params={{ cabinetDomain: domain }} fw={600}>
            {t('marketplace.forms.toForms')}
          </LinkAnchor>
        }
      >
        {t('marketplace.forms.none')}
      </StatusBanner>
    )
  }
  return (
    <Stack gap="xs" component="section">
      <Title order={2}>{t('marketplace.forms.title')}</Title>
      <ul className={classes.forms}>
        {forms.map((form) => (
          <li key={form.formKey}>
            <PathLink to={`/${domain}/form/${form.formKey}`} underline="always">
              {form.name}
            </PathLink>
            {' · '}
            {t(`marketplace.forms.${form.asks}`)}
            {!form.isOpen && ` · ${t('marketplace.forms.closed')}`}
          </li>
        ))}
      </ul>
    </Stack>
  )
}
