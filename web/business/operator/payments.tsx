/** Card payments of the installation: the shop, its addresses, the ledger's check, and calls that credited nothing. */
import { Code, Table, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { PaymentSettings } from '../../../contract/business/payments.ts'
import { useBreadcrumbs } from '../../base/page-title.tsx'
import { useShow } from '../../base/show.ts'
import { CopyButton } from '../../parts/copy-button.tsx'
import { PathLink } from '../../parts/link.tsx'
import { Page, PageHeader } from '../../parts/page.tsx'
import { StatusBanner } from '../../parts/status.tsx'
import { Block, Facts, UnreadRow } from './facts.tsx'
import classes from './operator.module.css'
import { PaymentsCard } from './payments-card.tsx'
import { usePaymentSettings } from './payments-data.ts'

export function PaymentsPage() {
  const { t } = useTranslation()
  const read = usePaymentSettings()
  useBreadcrumbs([{ text: t('operator.label'), to: '/operator' }, { text: t('operator.sections.payments') }])
  if (!read.data) return <UnreadRow title={t('operator.sections.payments')} read={read} />
  return (
    <Page>
      <PageHeader title={t('operator.sections.payments')} meta={t('operator.payments.lead')} />
      <PaymentsCard settings={read.data} />
      <Addresses urls={read.data.urls} />
      <Ledger ledger={read.data.ledger} />
      <Shares shares={read.data.shares} />
      <Refused refused={read.data.refused} />
    </Page>
  )
}

function Addresses({ urls }: Pick<PaymentSettings, 'urls'>) {
  const { t } = useTranslation()
  return (
    <Block title={t('operator.payments.urls')}>
      <Text c="dimmed">{t('operator.payments.urlsText')}</Text>
      <ul className={classes.rows}>
        {(['result', 'success', 'fail'] as const).map((key) => (
          <li key={key}>
            <div className={classes.wide}>
              <Text fw={500}>{t(`operator.payments.url.${key}`)}</Text>
              <Code style={{ overflowWrap: 'anywhere' }}>{urls[key]}</Code>
            </div>
            <CopyButton
              value={urls[key]}
              label={t('operator.payments.copy', { name: t(`operator.payments.url.${key}`) })}
            />
          </li>
        ))}
      </ul>
    </Block>
  )
}

function Ledger({ ledger }: Pick<PaymentSettings, 'ledger'>) {
  const { t } = useTranslation()
  const show = useShow()
  return (
    <Block title={t('operator.payments.ledger')}>
      {ledger === null ? (
        <Text>{t('operator.payments.ledgerNone')}</Text>
      ) : (
        <>
          {ledger.differing > 0 ? (
            <StatusBanner tone="danger">
              {t('operator.payments.differing', { count: ledger.differing })} <Businesses ids={ledger.examples} />
            </StatusBanner>
          ) : (
            <Text>{t('operator.payments.agrees')}</Text>
          )}
          <Facts
            facts={[
              [t('operator.payments.checkedAt'), show.dateTime(ledger.checkedAt)],
              [t('operator.payments.businesses'), show.number(ledger.cabinets)],
              [t('operator.payments.money'), show.money(ledger.moneyMinor)],
              [t('operator.payments.bonus'), show.money(ledger.bonusMinor)],
            ]}
          />
        </>
      )}
    </Block>
  )
}

const Businesses = ({ ids }: { ids: readonly number[] }) =>
  ids.map((id) => (
    <PathLink key={id} to={`/operator/cabinets/${id}`} mr="xs">
      {String(id)}
    </PathLink>
  ))

/** The figures of agents beside the ledgers of the businesses that came with their codes. */
function Shares({ shares }: Pick<PaymentSettings, 'shares'>) {
  const { t } = useTranslation()
  const show = useShow()
  return (
    <Block title={t('shares.proof.title')}>
      {shares === null ? (
        <Text>{t('shares.proof.none')}</Text>
      ) : (
        <>
          {shares.faults.length === 0 && <Text>{t('shares.proof.agree')}</Text>}
          {shares.faults.map(({ kind, cabinets }) => (
            <StatusBanner key={kind} tone="danger">
              {t(`shares.proof.faults.${kind}`)} <Businesses ids={cabinets} />
            </StatusBanner>
          ))}
          <Facts facts={[[t('operator.payments.checkedAt'), show.dateTime(shares.checkedAt)]]} />
        </>
      )}
    </Block>
  )
}

function Refused({ refused }: Pick<PaymentSettings, 'refused'>) {
  const { t } = useTranslation()
  const show = useShow()
  return (
    <Block title={t('operator.payments.refused')}>
      <Text c="dimmed">{t('operator.payments.refusedText')}</Text>
      {refused.length === 0 ? (
        <Text>{t('operator.payments.refusedNone')}</Text>
      ) : (
        <Table.ScrollContainer minWidth={480}>
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('operator.payments.at')}</Table.Th>
                <Table.Th>{t('operator.payments.reason')}</Table.Th>
                <Table.Th>{t('operator.payments.invoice')}</Table.Th>
                <Table.Th>{t('operator.payments.ip')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {refused.map(({ at, reason, invoice, ip }) => (
                <Table.Tr key={`${at}${invoice}${reason}`}>
                  <Table.Td>{show.dateTime(at)}</Table.Td>
                  <Table.Td>{t(`operator.payments.reasons.${reason}`)}</Table.Td>
                  <Table.Td>{invoice}</Table.Td>
                  <Table.Td>{ip}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </Block>
  )
}
