/** Clients of an import that could not be undone, each with a link. */
import { Pagination, Paper, Stack, Table, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cardNumberText } from '../../../card/values.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { LinkAnchor } from '../../parts/link.tsx'
import { Unread } from '../../parts/unread-page.tsx'
import { LIST_LIMIT, useKeptClients } from './data.ts'

export function KeptClients({ id }: { id: string }) {
  const { t } = useTranslation()
  const { id: c, domain } = useCabinet()
  const [page, setPage] = useState(1)
  const read = useKeptClients(c, id, page)
  if (!read.data) return <Unread read={read} shapes={[240]} />
  const { data, meta } = read.data
  return (
    <Paper p="lg" component="section" aria-labelledby="import-kept">
      <Stack gap="sm">
        <Title order={2} id="import-kept">
          {t('imports.done.keptTitle')}
        </Title>
        <Text c="dimmed">{t('imports.done.keptText')}</Text>
        <Table aria-labelledby="import-kept">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('imports.done.line')}</Table.Th>
              <Table.Th>{t('imports.done.client')}</Table.Th>
              <Table.Th>{t('imports.done.card')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data.map((one) => (
              <Table.Tr key={one.line}>
                <Table.Td>{one.line}</Table.Td>
                <Table.Td>
                  <LinkAnchor to="/$cabinetDomain/clients/$id" params={{ cabinetDomain: domain, id: one.id }}>
                    {one.name || one.id}
                  </LinkAnchor>
                </Table.Td>
                <Table.Td>{cardNumberText(one.cardNumber)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
        {meta.total > LIST_LIMIT && (
          <Pagination total={Math.ceil(meta.total / LIST_LIMIT)} value={page} onChange={setPage} />
        )}
      </Stack>
    </Paper>
  )
}
