/** Where electronic card numbers begin and which numbers plastic cards have, on one ruler. */
import { Button, Group, NumberInput, Paper, Stack, Switch, Text, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { cardNumberText } from '../../../card/values.ts'
import { cabinets, type General } from '../../../contract/platform/cabinets.ts'
import { FIRST_CARD_NUMBER_MAX, FREE_START_CARDS_MAX, PLASTIC_NUMBER_MAX } from '../../../contract/limits.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { checkWith } from '../../base/form.ts'
import { useLeaveGuard } from '../../base/leave.tsx'
import { StatusBanner } from '../../parts/status.tsx'
import { ConflictBanner } from './conflict.tsx'
import { useNewestGeneral, useSaveGeneral } from './data.ts'
import { electronicOf, placeOn, type Range, sharedOf } from './number-ranges.ts'
import classes from './settings.module.css'
import { useStand } from './stand.ts'

const Numbers = cabinets.saveGeneral.body.pick({ firstCardNumber: true, plastic: true })
type Entered = { firstCardNumber: number | ''; plastic: { from: number | ''; to: number | '' } | null }

export function NumbersCard({ general }: { general: General }) {
  const { t } = useTranslation()
  const { id: c, role } = useCabinet()
  const form = useForm<Entered>({
    mode: 'controlled',
    initialValues: { firstCardNumber: general.firstCardNumber, plastic: general.plastic },
    validate: checkWith(Numbers),
  })
  const stand = useStand(general, (now) => [now.firstCardNumber, now.plastic])
  const load = useNewestGeneral(c)
  const save = useSaveGeneral(c, form, t('settings.numbers.saved'), ({ code }) => {
    // Cards were issued meanwhile: the fields close, and the reason stands above them.
    if (code === 'start_number_locked') void load().then(show, () => undefined)
    return code === 'version_conflict' || code === 'start_number_locked'
  })
  function show(now: General): void {
    stand.moveTo(now)
    form.setValues({ firstCardNumber: now.firstCardNumber, plastic: now.plastic })
    form.resetDirty({ firstCardNumber: now.firstCardNumber, plastic: now.plastic })
    save.reset()
  }
  const isFixed = role !== 'owner' || !general.areNumbersFree
  const isDirty = form.isDirty()
  const { firstCardNumber, plastic } = form.values
  const send = async (values: Entered) => {
    const numbers = Numbers.safeParse(values)
    const saved = numbers.success
      ? await save.ask({
          params: { c },
          body: { name: general.name, logo: general.logo, version: stand.version(), ...numbers.data },
        })
      : undefined
    if (saved) show(saved)
    return saved !== undefined
  }
  const leave = useLeaveGuard(isDirty, () =>
    form.validate().hasErrors ? Promise.resolve(false) : send(form.getValues()),
  )
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
    <Paper component="section" p="lg" aria-labelledby="numbers-title">
      <form onSubmit={form.onSubmit((values) => void send(values))} noValidate>
        <Stack gap="md">
          <div>
            <Title order={2} id="numbers-title">
              {t('settings.numbers.title')}
            </Title>
            <Text c="dimmed">
              {t('settings.numbers.lead')}{' '}
              {t('settings.numbers.next', { number: cardNumberText(general.nextCardNumber) })}
            </Text>
          </div>
          <ConflictBanner refused={save.refused} onLoaded={show} />
          {!general.areNumbersFree && (
            <StatusBanner tone="neutral">{t('settings.numbers.locked', { limit: FREE_START_CARDS_MAX })}</StatusBanner>
          )}
          <NumberInput
            {...digits}
            label={t('settings.numbers.first')}
            max={FIRST_CARD_NUMBER_MAX}
            styles={{ label: { whiteSpace: 'nowrap' } }}
            {...form.getInputProps('firstCardNumber')}
          />
          <Switch
            label={t('settings.numbers.hasPlastic')}
            description={t('settings.numbers.plasticHint')}
            checked={plastic !== null}
            disabled={isFixed}
            onChange={(event) =>
              form.setFieldValue(
                'plastic',
                event.currentTarget.checked
                  ? (general.plastic ?? { from: electronic.to + 1, to: electronic.to + 1000 })
                  : null,
              )
            }
          />
          {plastic && (
            <Group gap="sm" align="flex-start">
              <NumberInput
                {...digits}
                label={t('settings.numbers.fromNo')}
                max={PLASTIC_NUMBER_MAX}
                {...form.getInputProps('plastic.from')}
              />
              <NumberInput
                {...digits}
                label={t('settings.numbers.toNo')}
                max={PLASTIC_NUMBER_MAX}
                {...form.getInputProps('plastic.to')}
              />
            </Group>
          )}
          {kept && <Ruler electronic={electronic} plastic={kept} />}
          {!isFixed && (
            <Group>
              <Button
                type="submit"
                variant={isDirty ? 'filled' : 'default'}
                disabled={!isDirty}
                loading={save.isBusy}
                aria-busy={save.isBusy}
              >
                {t('common.save')}
              </Button>
            </Group>
          )}
        </Stack>
      </form>
      {leave}
    </Paper>
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
