/** Which card the guest groups of the CRM get. */
import { Button, NumberInput, Select, Stack, Table, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { CATEGORY_TYPES, type CrmCategory, integration } from '../../../contract/business/integration.ts'
import { useRead } from '../../base/query.ts'
import { StatusBanner } from '../../parts/status.tsx'

type CategoriesProps = { c: number; value: readonly CrmCategory[]; onChange: (categories: CrmCategory[]) => void }

export function Categories({ c, value, onChange }: CategoriesProps) {
  const { t } = useTranslation()
  const read = useRead(integration.guestCategories, { params: { c }, query: {} })
  const put = (one: { id: string; name: string }, change: Partial<CrmCategory> | null) => {
    const rest = value.filter(({ id }) => id !== one.id)
    const before = value.find(({ id }) => id === one.id) ?? { ...one, type: 'discount' as const, percent: 0 }
    onChange(change === null ? rest : [...rest, { ...before, ...change, name: one.name }])
  }
  if (read.isError) {
    return (
      <StatusBanner
        tone="warning"
        action={
          <Button variant="default" size="compact-sm" onClick={() => void read.refetch()}>
            {t('common.retry')}
          </Button>
        }
      >
        {read.error.message}
      </StatusBanner>
    )
  }
  if (read.data?.length === 0) return <Text c="dimmed">{t('integration.categories.none')}</Text>
  return (
    <Stack gap="xs" miw={0}>
      <Text fw={600}>{t('integration.categories.title')}</Text>
      <Text className="k-small" c="dimmed">
        {t('integration.categories.text')}
      </Text>
      <Table.ScrollContainer minWidth={420} type="native">
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('integration.categories.name')}</Table.Th>
              <Table.Th>{t('integration.categories.type')}</Table.Th>
              <Table.Th>{t('integration.categories.percent')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {(read.data ?? []).map((one) => {
              const known = value.find(({ id }) => id === one.id)
              const isRate = known?.type === 'discount' || known?.type === 'bonus'
              return (
                <Table.Tr key={one.id}>
                  <Table.Td>{one.name}</Table.Td>
                  <Table.Td>
                    <Select
                      aria-label={t('integration.categories.typeOf', { name: one.name })}
                      value={known?.type ?? ''}
                      allowDeselect={false}
                      data={[
                        { value: '', label: t('integration.categories.types.nothing') },
                        ...CATEGORY_TYPES.map((type) => ({
                          value: type,
                          label: t(`integration.categories.types.${type}`),
                        })),
                      ]}
                      onChange={(type) => put(one, type ? { type: type as CrmCategory['type'] } : null)}
                    />
                  </Table.Td>
                  <Table.Td>
                    <NumberInput
                      aria-label={t('integration.categories.percentOf', { name: one.name })}
                      w={96}
                      min={0}
                      max={100}
                      decimalScale={2}
                      suffix=" %"
                      disabled={!isRate}
                      value={isRate ? known.percent : ''}
                      onChange={(percent) => put(one, { percent: Number(percent) || 0 })}
                    />
                  </Table.Td>
                </Table.Tr>
              )
            })}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Stack>
  )
}
