/** The tariffs side by side; one of them is changed in a drawer. */
import { Button, Paper, Stack, Title } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OperatedTariff } from '../../../contract/business/operated.ts'
import { useBreadcrumbs } from '../../base/page-title.tsx'
import { PagePanel } from '../../base/refusal.tsx'
import { useShow } from '../../base/show.ts'
import { Loading } from '../../parts/loading.tsx'
import { Page, PageHeader } from '../../parts/page.tsx'
import { StatusBadge } from '../../parts/status.tsx'
import { useTariffs } from './data.ts'
import { FACTS } from './facts.tsx'
import classes from './operator.module.css'
import { ModulePrices } from './module-prices.tsx'
import { TariffDrawer } from './tariff-drawer.tsx'
import { LIMITS } from './tariff-fields.ts'

export function TariffsPage() {
  const { t } = useTranslation()
  const read = useTariffs()
  const [editedKey, setEditedKey] = useState<string | null>(null)
  const edited = read.data?.find(({ key }) => key === editedKey)
  useBreadcrumbs([{ text: t('operator.label'), to: '/operator' }, { text: t('operator.sections.tariffs') }])
  return (
    <Page>
      <PageHeader title={t('operator.sections.tariffs')} meta={t('operator.tariffs.lead')} />
      {read.error && <PagePanel error={read.error} onRetry={() => void read.refetch()} isRetrying={read.isFetching} />}
      {read.isPending && <Loading shapes={FACTS} />}
      {read.data && (
        <ul className={classes.tariffs}>
          {read.data.map((tariff) => (
            <li key={tariff.key}>
              <TariffCard tariff={tariff} onEdit={() => setEditedKey(tariff.key)} />
            </li>
          ))}
        </ul>
      )}
      <ModulePrices />
      {edited && <TariffDrawer key={edited.key} tariff={edited} onClosed={() => setEditedKey(null)} />}
    </Page>
  )
}

function TariffCard({ tariff, onEdit }: { tariff: OperatedTariff; onEdit: () => void }) {
  const { t } = useTranslation()
  const show = useShow()
  const name = t(`operator.tariffs.names.${tariff.key}`)
  return (
    <Paper p="lg" component="section" aria-label={name} h="100%">
      <Stack gap="sm" h="100%" justify="space-between">
        <div>
          <Title order={2}>
            {name} {tariff.isArchived && <StatusBadge tone="neutral">{t('operator.tariffs.archived')}</StatusBadge>}
          </Title>
          <table className={classes.sheet}>
            <tbody>
              <tr>
                <th scope="row">{t('operator.tariffs.fields.priceMinor')}</th>
                <td>{show.money(tariff.priceMinor)}</td>
              </tr>
              <tr>
                <th scope="row">{t('operator.tariffs.fields.slotPriceMinor')}</th>
                <td>{tariff.slotPriceMinor === null ? '–' : show.money(tariff.slotPriceMinor)}</td>
              </tr>
              {LIMITS.map((key) => (
                <tr key={key}>
                  <th scope="row">{t(`operator.tariffs.fields.${key}`)}</th>
                  <td>{show.number(tariff[key])}</td>
                </tr>
              ))}
              <tr>
                <th scope="row">{t('operator.tariffs.accounts')}</th>
                <td>{show.number(tariff.cabinets)}</td>
              </tr>
            </tbody>
          </table>
        </div>
        <Button variant="default" onClick={onEdit} aria-label={t('operator.tariffs.editOf', { name })}>
          {t('operator.tariffs.edit')}
        </Button>
      </Stack>
    </Paper>
  )
}
