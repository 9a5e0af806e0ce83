/** What modules cost, below the plans. A price of zero: the module is part of every plan. */
import { Button, Group, NumberInput, Paper, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ModulePrice } from '../../../contract/business/module-prices.ts'
import { CURRENCY } from '../../../contract/limits.ts'
import { useShow } from '../../base/show.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { Unread } from '../../parts/unread-page.tsx'
import { useModulePrices, useSaveModulePrice } from './module-prices-data.ts'
import classes from './operator.module.css'

export function ModulePrices() {
  const { t } = useTranslation()
  const [editedId, setEditedId] = useState<string | null>(null)
  const read = useModulePrices()
  const edited = read.data?.find(({ id }) => id === editedId)
  return (
    <Stack component="section" gap="sm" aria-labelledby="module-prices">
      <div>
        <Title order={2} id="module-prices">
          {t('operator.modules.title')}
        </Title>
        <Text c="dimmed">{t('operator.modules.lead')}</Text>
      </div>
      {!read.data && <Unread read={read} shapes={[96]} />}
      {read.data && (
        <ul className={classes.tariffs}>
          {read.data.map((one) => (
            <li key={one.id}>
              <ModuleCard module={one} onEdit={() => setEditedId(one.id)} />
            </li>
          ))}
        </ul>
      )}
      {edited && <PriceDialog key={edited.version} module={edited} onClose={() => setEditedId(null)} />}
    </Stack>
  )
}

function ModuleCard({ module, onEdit }: { module: ModulePrice; onEdit: () => void }) {
  const { t } = useTranslation()
  const show = useShow()
  const name = t(`operator.modules.names.${module.id}`)
  return (
    <Paper p="lg" h="100%">
      <Group justify="space-between" gap="sm">
        <div>
          <Title order={3}>{name}</Title>
          <Text className="k-number">
            {module.priceMinor === 0
              ? t('operator.modules.included')
              : t('operator.modules.price', { amount: show.price(module.priceMinor) })}
          </Text>
        </div>
        <Button variant="default" onClick={onEdit} aria-label={t('operator.modules.editOf', { name })}>
          {t('operator.tariffs.edit')}
        </Button>
      </Group>
    </Paper>
  )
}

function PriceDialog({ module, onClose }: { module: ModulePrice; onClose: () => void }) {
  const { t } = useTranslation()
  const [price, setPrice] = useState<number | string>(module.priceMinor / 100)
  const [fault, setFault] = useState('')
  const save = useSaveModulePrice(t('operator.modules.saved'), (refused) => {
    const text = refused.fields.priceMinor?.message
    if (text) setFault(text)
    return text !== undefined
  })
  const send = async () => {
    if (price === '') return setFault(t('refusals.fields.required'))
    const body = { priceMinor: Math.round(Number(price) * 100), version: module.version }
    if (await save.ask({ params: { moduleId: module.id }, body })) onClose()
  }
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={t('operator.modules.editOf', { name: t(`operator.modules.names.${module.id}`) })}
      confirmLabel={t('operator.modules.save')}
      isDangerous={false}
      isBusy={save.isBusy}
      onConfirm={() => void send()}
    >
      <Stack gap="sm">
        <NumberInput
          label={t('operator.tariffs.fields.priceMinor')}
          rightSection={<Text c="dimmed">{CURRENCY}</Text>}
          rightSectionWidth={52}
          decimalScale={2}
          allowNegative={false}
          value={price}
          error={fault}
          onChange={(value) => {
            setPrice(value)
            setFault('')
          }}
        />
        <Text>{t('operator.modules.effect')}</Text>
      </Stack>
    </ConfirmDialog>
  )
}
