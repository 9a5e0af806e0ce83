import { Group, NativeSelect, Pagination, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import { PHONE } from '../../base/theme.ts'
import classes from './data-table.module.css'
import type { ShownTableState } from './table-state.ts'

type TablePagesProps = {
  state: ShownTableState
  total: number
  /** `26–50 of 90`. */
  range: string
}

/** Which rows are shown, how many on a page, and the other pages. */
export function TablePages({ state, total, range }: TablePagesProps) {
  const { t } = useTranslation()
  const isPhone = useMediaQuery(PHONE, undefined, { getInitialValueInEffect: false })
  return (
    <div className={classes.foot}>
      <Group gap="sm">
        <Text className="k-small k-number" c="dimmed">
          {range}
        </Text>
        <PageSize state={state} />
      </Group>
      <Pagination
        size={isPhone ? 'md' : 'sm'}
        {...(isPhone && { gap: 2 })}
        siblings={isPhone ? 0 : 1}
        total={Math.max(1, Math.ceil(total / state.limit))}
        value={state.page}
        onChange={state.setPage}
        getItemProps={(page) => ({ 'aria-label': t('common.table.page', { page }) })}
        getControlProps={(control) => ({
          'aria-label': control === 'next' ? t('common.table.nextPage') : t('common.table.previousPage'),
        })}
      />
    </div>
  )
}

export function PageSize({ state }: { state: ShownTableState }) {
  const { t } = useTranslation()
  const isPhone = useMediaQuery(PHONE, undefined, { getInitialValueInEffect: false })
  return (
    <NativeSelect
      size={isPhone ? 'sm' : 'xs'}
      aria-label={t('common.table.pageSize')}
      data={state.sizes.map(String)}
      value={String(state.limit)}
      onChange={(event) => state.setLimit(Number(event.currentTarget.value))}
    />
  )
}
