/** Where electronic card numbers begin and which numbers plastic cards have, on one ruler. */
import { Group, NumberInput, Switch, Text } from '@mantine/core'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cardNumberText } from '../../../card/values.ts'
import { cabinets, type General } from '../../../contract/platform/cabinets.ts'
import { FIRST_CARD_NUMBER_MAX, FREE_START_CARDS_MAX, PLASTIC_NUMBER_MAX } from '../../../contract/limits.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { useStale } from '../../base/draft/stale.ts'
import { useDraft } from '../../base/draft/use-draft.ts'
import { faultsIn } from '../../base/form.ts'
import type { DraftFields } from '../../parts/draft/conflict-dialog.tsx'
import { DraftDialogs } from '../../parts/draft/draft-bar.tsx'
import { KeptBanner } from '../../parts/draft/kept-banner.tsx'
import { SettingsCard } from '../../parts/settings-card.tsx'
import { StatusBanner } from '../../parts/status.tsx'
import { inputOf, useNewestGeneral, useSaveGeneral } from './data.ts'
import { electronicOf, placeOn, type Range, sharedOf } from './number-ranges.ts'
import classes from './settings.module.css'

const Numbers = cabinets.saveGeneral.body.pick({ firstCardNumber: true, plastic: true })
type Entered = { firstCardNumber: number | ''; plastic: { from: number | ''; to: number | '' } | null }
const draftOf = ({ firstCardNumber, plastic }: General): Entered => ({ firstCardNumber, plastic })
const numberOf = (entered: number | string): number | '' => (entered === '' ? '' : Number(entered))

export function NumbersCard({ general }: { general: General }) {
  const { t } = useTranslation()
  const { id: c, role } = useCabinet()
  const [errors, setErrors] = useState<Readonly<Record<string, ReactNode>>>({})
  const stale = useStale()
  const wasLocked = useRef(false)
  const readNewest = useNewestGeneral(c)
  const saving = useSaveGeneral(c, { setErrors }, t('settings.numbers.saved'), (refused) => {
    wasLocked.current = refused.code === 'start_number_locked'
    return wasLocked.current || stale.isConflict(refused)
  })
  const draft = useDraft<General, Entered>({
    kind: 'numbers',
    id: general.domain,
    saved: general,
    draftOf,
    stale,
    readNewest,
    check: (one) => {
      const faults = faultsIn(Numbers, one)
      setErrors(faults)
      return Object.keys(faults).length === 0
    },
    send: async (one, over) =>
      saving.ask({ params: { c }, body: { ...inputOf(over ?? general), ...Numbers.parse(one) } }),
    onReplaced: () => setErrors({}),
  })
  const save = async (): Promise<boolean> => {
    wasLocked.current = false
    const isSaved = await draft.save()
    if (wasLocked.current) {
      // Cards were issued meanwhile: the fields close, and the reason stands above them.
      draft.discard()
      await readNewest().catch(() => undefined)
    }
    return isSaved
  }
  const change = (part: Partial<Entered>) => {
    draft.edit(Object.keys(part).join(), (before) => ({ ...before, ...part }))
    setErrors({})
  }
  const isFixed = role !== 'owner' || !general.areNumbersFree
  const { firstCardNumber, plastic } = draft.value
  const fields: DraftFields = {
    nameOf: ([field, end]) => {
      if (field === 'firstCardNumber') return t('settings.numbers.first')
      return end === undefined
        ? t('settings.numbers.hasPlastic')
        : t(end === 'from' ? 'settings.numbers.fromNo' : 'settings.numbers.toNo')
    },
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save()
  }
  const electronic = electronicOf(
    Number(firstCardNumber) || 1,
    general.nextCardNumber,
    general.cardLimit,
    general.issued,
  )
  const kept =
    plastic && plastic.from !== '' && plastic.to !== '' && plastic.from <= plastic.to
      ? { from: plastic.from, to: plastic.to }
      : null
  const digits = {
    min: 1,
    allowDecimal: false,
    allowNegative: false,
    hideControls: true,
    inputMode: 'numeric',
    w: 160,
    disabled: isFixed,
  } as const
  return (
    <SettingsCard
      id="numbers-title"
      title={t('settings.numbers.title')}
      text={`${t('settings.numbers.lead')} ${t('settings.numbers.next', { number: cardNumberText(general.nextCardNumber) })}`}
      isDirty={draft.isDirty}
      isSaving={draft.isSaving}
      onSubmit={submit}
      locked={isFixed ? null : undefined}
      dialogs={<DraftDialogs draft={{ ...draft, save }} fields={fields} />}
    >
      <KeptBanner kept={draft.kept} />
      {!general.areNumbersFree && (
        <StatusBanner tone="neutral">{t('settings.numbers.locked', { limit: FREE_START_CARDS_MAX })}</StatusBanner>
      )}
      <NumberInput
        {...digits}
        label={t('settings.numbers.first')}
        max={FIRST_CARD_NUMBER_MAX}
        styles={{ label: { whiteSpace: 'nowrap' } }}
        value={firstCardNumber}
        onChange={(entered) => change({ firstCardNumber: numberOf(entered) })}
        error={errors.firstCardNumber}
      />
      <Switch
        label={t('settings.numbers.hasPlastic')}
        description={t('settings.numbers.plasticHint')}
        checked={plastic !== null}
        disabled={isFixed}
        onChange={(event) =>
          change({
            plastic: event.currentTarget.checked
              ? (general.plastic ?? { from: electronic.to + 1, to: electronic.to + 1000 })
              : null,
          })
        }
      />
      {plastic && (
        <Group gap="sm" align="flex-start">
          <NumberInput
            {...digits}
            label={t('settings.numbers.fromNo')}
            max={PLASTIC_NUMBER_MAX}
            value={plastic.from}
            onChange={(entered) => change({ plastic: { ...plastic, from: numberOf(entered) } })}
            error={errors['plastic.from']}
          />
          <NumberInput
            {...digits}
            label={t('settings.numbers.toNo')}
            max={PLASTIC_NUMBER_MAX}
            value={plastic.to}
            onChange={(entered) => change({ plastic: { ...plastic, to: numberOf(entered) } })}
            error={errors['plastic.to']}
          />
        </Group>
      )}
      {kept && <Ruler electronic={electronic} plastic={kept} />}
    </SettingsCard>
  )
}

/** The same in words and in two bars. */
function Ruler({ electronic, plastic }: { electronic: Range; plastic: Range }) {
  const { t } = useTranslation()
  const shared = sharedOf(electronic, plastic)
  const text = ({ from, to }: Range) =>
    t('settings.numbers.range', { from: cardNumberText(from), to: cardNumberText(to) })
  const place = (range: Range) => {
    const { left, width } = placeOn([electronic, plastic], range)
    return { insetInlineStart: `${Math.min(left, 99)}%`, width: `${width}%` }
  }
  return (
    <div role="group" aria-label={t('settings.numbers.ruler')} className={classes.ruler}>
      {(
        [
          ['electronic', electronic],
          ['plastic', plastic],
        ] as const
      ).map(([key, range]) => (
        <div key={key}>
          <Text className="k-small">
            {t(`settings.numbers.${key}`)} <span className="k-number">{text(range)}</span>
          </Text>
          <div className={classes.track} aria-hidden="true">
            <div className={`${classes.bar} ${classes[key]}`} style={place(range)} />
            {shared && <div className={`${classes.bar} ${classes.shared}`} style={place(shared)} />}
          </div>
        </div>
      ))}
      <Text className="k-small" role="status" c={shared ? 'var(--k-danger)' : 'dimmed'}>
        {shared
          ? t('settings.numbers.overlap', { from: cardNumberText(shared.from), to: cardNumberText(shared.to) })
          : t('settings.numbers.apart')}
      </Text>
    </div>
  )
}
