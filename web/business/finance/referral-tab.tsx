/** The account's own code, and how many have signed up with it. */
import { Stack, Table, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Referral } from '../../../contract/business/partner.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { useShow } from '../../base/show.ts'
import { ReferralCode } from '../../parts/referral-code.tsx'
import { useActivateReferral, useReferral } from '../partner/data.ts'

export function ReferralTab() {
  const { t } = useTranslation()
  const { id: c, role } = useCabinet()
  const read = useReferral(c)
  const activate = useActivateReferral(t('partner.code.made'))
  return (
    <Stack gap="lg" maw={760}>
      <Stack gap="xs">
        <Title order={2}>{t('partner.referral.title')}</Title>
        <Text>{t('partner.referral.text')}</Text>
      </Stack>
      <ReferralCode
        read={read}
        isOwner={role === 'owner'}
        isBusy={activate.isBusy}
        onActivate={() => activate.run({ params: { c } })}
      />
      {read.data && read.data.latest.length > 0 && <Latest latest={read.data.latest} />}
    </Stack>
  )
}

function Latest({ latest }: Pick<Referral, 'latest'>) {
  const { t } = useTranslation()
  const show = useShow()
  return (
    <div>
      <Title order={2} mb="xs">
        {t('partner.referral.latest')}
      </Title>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('partner.columns.who')}</Table.Th>
            <Table.Th>{t('partner.columns.signedUp')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {latest.map((one) => (
            <Table.Tr key={`${one.name}${one.at}`}>
              <Table.Td>{one.name}</Table.Td>
              <Table.Td>{show.date(one.at)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}
