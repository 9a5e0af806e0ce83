/** Whom bills and acts are from: the operator's own details. */
import { Button, SimpleGrid, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { billing, type SavedSupplier, SUPPLIER_FIELDS, type Supplier } from '../../../contract/business/billing.ts'
import { checkWith } from '../../base/form.ts'
import { PagePanel } from '../../base/refusal.tsx'
import { useSavedForm } from '../../base/saved-form.ts'
import { Loading } from '../../parts/loading.tsx'
import { SettingsCard } from '../../parts/settings-card.tsx'
import { StatusBanner } from '../../parts/status.tsx'
import { newestSupplier, useSaveSupplier, useSupplier } from './billing-data.ts'

const LONG = ['name', 'address', 'vatNote', 'bank'] as const
const MAX: Readonly<Partial<Record<keyof Supplier, number>>> = {
  name: 160,
  address: 240,
  vatNote: 240,
  bank: 160,
  bankCode: 20,
}
/** Of banks in Russia only. */
const OF_ROUBLES: readonly (keyof Supplier)[] = ['kpp', 'correspondentAccount']

export function SupplierPanel() {
  const read = useSupplier()
  if (read.data) return <SupplierCard saved={read.data} />
  if (read.error)
    return <PagePanel error={read.error} onRetry={() => void read.refetch()} isRetrying={read.isFetching} />
  return <Loading shapes={[420]} />
}

const enteredOf = (saved: SavedSupplier) =>
  Object.fromEntries(SUPPLIER_FIELDS.map((field) => [field, saved[field]])) as Supplier

function SupplierCard({ saved }: { saved: SavedSupplier }) {
  const { t } = useTranslation()
  const [version, setVersion] = useState(saved.version)
  const form = useForm<Supplier>({
    initialValues: enteredOf(saved),
    validate: (entered) => checkWith(billing.saveSupplier.body)({ ...entered, version }),
  })
  const save = useSaveSupplier(form, ({ code }) => code === 'version_conflict')
  const { isDirty, submit, leave } = useSavedForm(form, async (entered) => {
    const stored = await save.ask({ body: { ...entered, version } })
    if (stored) setVersion(stored.version)
    return stored && enteredOf(stored)
  })
  const reload = async () => {
    const newest = await newestSupplier()
    setVersion(newest.version)
    form.setValues(enteredOf(newest))
    form.resetDirty(enteredOf(newest))
    save.reset()
  }
  const fields = SUPPLIER_FIELDS.filter((field) => !OF_ROUBLES.includes(field) || saved.currency === 'RUB')
  const isLong = (field: keyof Supplier) => (LONG as readonly string[]).includes(field)
  const input = (field: keyof Supplier) => (
    <TextInput
      key={field}
      label={t(`bills.desk.supplier.fields.${saved.currency === 'RUB' && field === 'bankCode' ? 'bik' : field}`)}
      maxLength={MAX[field] ?? 40}
      autoComplete="off"
      required={field === 'name' || field === 'address'}
      {...(field === 'vatNote' && { description: t('bills.desk.supplier.vatHint') })}
      {...form.getInputProps(field)}
    />
  )
  return (
    <SettingsCard
      id="supplier-title"
      title={t('bills.desk.supplier.title')}
      text={t('bills.desk.supplier.text', { currency: saved.currency })}
      maw={640}
      isDirty={isDirty}
      isSaving={save.isBusy}
      onSubmit={submit}
      dialogs={leave}
    >
      {save.refused?.code === 'version_conflict' && (
        <StatusBanner
          tone="warning"
          action={
            <Button variant="default" size="xs" onClick={() => void reload()}>
              {t('bills.desk.supplier.reload')}
            </Button>
          }
        >
          {save.refused.message}
        </StatusBanner>
      )}
      {fields.filter(isLong).map(input)}
      <SimpleGrid cols={{ base: 1, sm: 2 }}>{fields.filter((field) => !isLong(field)).map(input)}</SimpleGrid>
      <Text className="k-small" c="dimmed">
        {t('bills.desk.supplier.later')}
      </Text>
    </SettingsCard>
  )
}
