/** One change of many clients: whom, what, and how many that are, before it starts. */
import { Drawer, Group, Radio, Stack, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { BULK_MESSAGES_EACH } from '../../../../contract/limits.ts'
import type { ExportRows } from '../../../../contract/people/exports.ts'
import type { BulkEdit, BulkKind } from '../../../../contract/reach/bulk-edits.ts'
import { useCabinet, useHasRight } from '../../../base/cabinet.tsx'
import { hundredthsOf } from '../../../base/amount.ts'
import { usePoints } from '../../../base/points.ts'
import { useShow } from '../../../base/show.ts'
import { PHONE } from '../../../base/theme.ts'
import { loadWords } from '../../../base/words.ts'
import { StatusBanner } from '../../../parts/status.tsx'
import { WriteButton } from '../../../parts/write-button.tsx'
import { actionOf, FIRST_TYPED, type Typed } from './action-typed.ts'
import { ActionFields } from './action-fields.tsx'
import { usePreview, useStartBulkEdit } from './data.ts'

await loadWords('bulk')

type BulkDrawerProps = {
  kind: BulkKind
  selected: readonly string[]
  /** All whom the list shows, on all its pages. */
  listed: ExportRows
  onStarted: (edit: BulkEdit) => void
  onClose: () => void
}

export function BulkDrawer({ kind, selected, listed, onStarted, onClose }: BulkDrawerProps) {
  const { t } = useTranslation()
  const isPhone = useMediaQuery(PHONE)
  return (
    <Drawer
      opened
      onClose={onClose}
      position={isPhone ? 'bottom' : 'right'}
      size={isPhone ? '92%' : 480}
      title={t(`bulk.titles.${kind}`)}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <BulkForm kind={kind} selected={selected} listed={listed} onStarted={onStarted} />
    </Drawer>
  )
}

const hasLead = (kind: BulkKind) => kind !== 'add_tags' && kind !== 'remove_tags'

function BulkForm({ kind, selected, listed, onStarted }: Omit<BulkDrawerProps, 'onClose'>) {
  const { t } = useTranslation()
  const show = useShow()
  const { id: c } = useCabinet()
  const mayChange = useHasRight('amounts') || kind !== 'amount'
  const [who, setWho] = useState<'selected' | 'listed'>(selected.length > 0 ? 'selected' : 'listed')
  const [typed, setTyped] = useState<Typed>(FIRST_TYPED)
  const points = usePoints()
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const all = usePreview(c, listed)
  const start = useStartBulkEdit(onStarted, (refused) => {
    const fields = new Map(
      Object.entries(refused.fields).map(([path, { message }]) => [path.split('.')[1] ?? path, message] as const),
    )
    setErrors(Object.fromEntries<string>(fields))
    return fields.size > 0
  })
  const count = who === 'selected' ? selected.length : all?.clients
  const listedText = all && `${all.isEstimate ? '≈\u00a0' : ''}${show.number(all.clients)}`
  const becomesPush = kind === 'message' && (count ?? 0) > BULK_MESSAGES_EACH
  const submit = () => {
    const action = actionOf(kind, typed)
    if ('fault' in action) return setErrors({ [action.fault]: t(`refusals.fields.${action.code}`) })
    const fault =
      kind === 'amount' && typed.amount === 'bonus' ? points.faultOf(hundredthsOf(typed.value) ?? 0) : undefined
    if (fault !== undefined) return setErrors({ value: fault })
    setErrors({})
    const rows: ExportRows = who === 'selected' ? { of: 'selected', ids: [...selected] } : listed
    start.run({ params: { c }, body: { rows, action: action.action } })
  }
  if (!mayChange) return <StatusBanner tone="warning">{t('bulk.locked')}</StatusBanner>
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Stack gap="md">
        {selected.length > 0 && (
          <Radio.Group
            label={t('bulk.who.label')}
            value={who}
            onChange={(next) => setWho(next === 'listed' ? 'listed' : 'selected')}
          >
            <Stack gap="xs" mt="xs">
              <Radio
                value="selected"
                label={t('bulk.who.selected', { count: selected.length, n: show.number(selected.length) })}
              />
              <Radio
                value="listed"
                label={
                  listedText === undefined ? t('bulk.who.filteredCounting') : t('bulk.who.filtered', { n: listedText })
                }
              />
            </Stack>
          </Radio.Group>
        )}
        {hasLead(kind) && <Text c="dimmed">{t(`bulk.lead.${kind}` as 'bulk.lead.archive')}</Text>}
        <ActionFields kind={kind} typed={typed} errors={errors} onChange={setTyped} />
        {becomesPush && <StatusBanner tone="info">{t('bulk.asPush')}</StatusBanner>}
        {count === 0 && <StatusBanner tone="info">{t('bulk.nobody')}</StatusBanner>}
        <Group justify="flex-end">
          <WriteButton type="submit" loading={start.isBusy} disabled={count === undefined || count === 0}>
            {t(kind === 'message' ? 'bulk.submitSend' : 'bulk.submit', {
              count: count ?? 0,
              n: who === 'listed' && listedText !== undefined ? listedText : show.number(count ?? 0),
            })}
          </WriteButton>
        </Group>
      </Stack>
    </form>
  )
}
