/** Adds or changes a promo code or an offer for friends. */
import { Button, Drawer, Group, NumberInput, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { type Module, type Promo, PromoInput } from '../../../contract/reach/marketplace.ts'
import { moscowDay } from '../../../contract/time.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { faultsIn } from '../../base/form.ts'
import type { Refused } from '../../base/refused.ts'
import { useShow } from '../../base/show.ts'
import { toastDone } from '../../base/toast.ts'
import { usePromoName, useSaveModule } from './data.ts'
import { draftOf, FIELD_OF, fieldIn, type PromoDraft, promoOf } from './promo-draft.ts'

type PromoDrawerProps = { module: Module; promo: Promo | undefined; isOpen: boolean; onClose: () => void }

export function PromoDrawer(props: PromoDrawerProps) {
  const { t } = useTranslation()
  return (
    <Drawer
      opened={props.isOpen}
      onClose={props.onClose}
      title={t(`marketplace.edit.${props.promo ? 'change' : 'new'}.${props.module.id}`)}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <PromoForm key={props.promo?.id ?? 'new'} {...props} />
    </Drawer>
  )
}

const MONEY = {
  min: 0,
  max: 1_000_000,
  decimalScale: 2,
  hideControls: true,
  allowedDecimalSeparators: ['.', ','],
  inputMode: 'decimal' as const,
}
const COUNT = {
  min: 1,
  max: 1_000_000,
  allowDecimal: false,
  allowNegative: false,
  hideControls: true,
  inputMode: 'numeric' as const,
}

function PromoForm({ module, promo, onClose }: PromoDrawerProps) {
  const { t } = useTranslation()
  const show = useShow()
  const { id: c } = useCabinet()
  const nameOf = usePromoName()
  const isWelcome = module.id === 'welcome'
  const form = useForm<PromoDraft>({
    mode: 'controlled',
    initialValues: draftOf(promo, moscowDay(new Date())),
    validate: (draft) => {
      const faults = Object.entries(faultsIn(PromoInput, promoOf(draft, promo?.id ?? null, module.id)))
      return Object.fromEntries(
        faults.flatMap(([name, text]) =>
          Object.hasOwn(FIELD_OF, name) ? [[FIELD_OF[name as keyof typeof FIELD_OF], text]] : [],
        ),
      )
    },
  })
  /** Place of the row in what was sent last; kept over the draws while it is under way. */
  const index = useRef(0)
  const showRefused = (refused: Refused) => {
    const faults = Object.entries(refused.fields).flatMap(([path, fault]) => {
      const field = fieldIn(path, index.current)
      return field ? [[field, fault.message] as const] : []
    })
    form.setErrors(Object.fromEntries(faults))
    if (faults[0]) form.getInputNode(faults[0][0])?.focus()
    return faults.length > 0
  }
  const { save, isBusy } = useSaveModule(c, module, showRefused)
  const submit = form.onSubmit(async (draft) => {
    const row = promoOf(draft, promo?.id ?? null, module.id)
    const saved = await save((input) => {
      const known = input.promos.findIndex((one) => one.id !== null && one.id === row.id)
      index.current = known < 0 ? input.promos.length : known
      return { ...input, promos: input.promos.toSpliced(index.current, known < 0 ? 0 : 1, row) }
    })
    if (!saved) return
    toastDone(t('marketplace.promos.saved', { name: nameOf(row, module.id, show.date(row.startsOn)) }))
    onClose()
  })
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {isWelcome ? (
          <>
            <TextInput
              label={t('marketplace.edit.code')}
              description={t('marketplace.edit.codeHint')}
              maxLength={20}
              spellCheck={false}
              autoCapitalize="characters"
              autoComplete="off"
              data-autofocus
              {...form.getInputProps('code')}
            />
            <NumberInput label={t('marketplace.edit.bonus')} {...MONEY} {...form.getInputProps('bonus')} />
          </>
        ) : (
          <Group grow align="flex-start">
            <NumberInput
              label={t('marketplace.edit.inviter')}
              {...MONEY}
              data-autofocus
              {...form.getInputProps('inviter')}
            />
            <NumberInput label={t('marketplace.edit.invited')} {...MONEY} {...form.getInputProps('invited')} />
          </Group>
        )}
        <NumberInput
          label={t(isWelcome ? 'marketplace.edit.max' : 'marketplace.edit.maxFriends')}
          description={t('marketplace.edit.maxHint')}
          {...COUNT}
          {...form.getInputProps('max')}
        />
        <Group grow align="flex-start">
          <TextInput
            type="date"
            label={t('marketplace.edit.starts')}
            required
            withAsterisk={false}
            {...form.getInputProps('startsOn')}
          />
          <TextInput type="date" label={t('marketplace.edit.ends')} {...form.getInputProps('endsOn')} />
        </Group>
        <div className="k-small" style={{ color: 'var(--k-text-2)' }}>
          {t('marketplace.edit.endsHint')}
        </div>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} disabled={isBusy}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" loading={isBusy} aria-busy={isBusy}>
            {t(promo ? 'common.save' : 'marketplace.edit.submit')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
