/** Points for purchases: how many, with an example before they are turned on, and since when. */
import { Button, Group, Paper, Stack, Text, TextInput, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { pointsFor, type Programme, RATE_MAX } from '../../../contract/reach/purchases.ts'
import { amountText, hundredthsOf } from '../../base/amount.ts'
import { useCabinet, useHasRight } from '../../base/cabinet.tsx'
import { usePoints } from '../../base/points.ts'
import { useShow } from '../../base/show.ts'
import { MoscowTime } from '../../parts/moscow-time.tsx'
import { StatusBadge, StatusBanner } from '../../parts/status.tsx'
import { WriteButton } from '../../parts/write-button.tsx'
import { useProgramme, useSaveProgramme } from './programme-data.ts'

/** Of an example, while no purchase has arrived. */
const EXAMPLE_MINOR = 100_00

export function ProgrammeCard() {
  const { t } = useTranslation()
  const { id: c } = useCabinet()
  const { data } = useProgramme(c)
  if (!data) return null
  return (
    <Paper component="section" p="lg" aria-labelledby="programme-title">
      <Stack gap="md">
        <div>
          <Group gap="xs">
            <Title order={2} id="programme-title">
              {t('integration.programme.title')}
            </Title>
            {data.isOn && <StatusBadge tone="success">{t('integration.programme.on')}</StatusBadge>}
          </Group>
          <Text c="dimmed">{t('integration.programme.lead')}</Text>
        </div>
        {data.givenBy !== null && (
          <StatusBanner tone="info">{t('integration.programme.givenBy', { name: data.givenBy })}</StatusBanner>
        )}
        <Rate key={data.version} c={c} programme={data} />
      </Stack>
    </Paper>
  )
}

function Rate({ c, programme }: { c: number; programme: Programme }) {
  const { t } = useTranslation()
  const show = useShow()
  const points = usePoints()
  const mayManage = useHasRight('amounts')
  const form = useForm({ mode: 'controlled', initialValues: { rate: amountText(programme.rate, true) } })
  const save = useSaveProgramme(t('integration.programme.saved'), form)
  const typed = hundredthsOf(form.values.rate)
  const rate = typed !== null && typed >= 1 && typed <= RATE_MAX ? typed : null
  const amount = programme.lastAmountMinor ?? EXAMPLE_MINOR
  const send = (isOn: boolean) => {
    if (rate === null) form.setFieldError('rate', t('integration.programme.wrong'))
    else save.run({ params: { c }, body: { isOn, rate, version: programme.version } })
  }
  return (
    <>
      <TextInput
        maw={240}
        label={t('integration.programme.rate')}
        inputMode="decimal"
        autoComplete="off"
        disabled={!mayManage}
        rightSection="%"
        {...form.getInputProps('rate')}
      />
      {rate !== null && (
        <Text>
          {t('integration.programme.example', {
            amount: show.price(amount),
            points: points.counted(pointsFor(amount, rate, points.hasDecimals)),
          })}
        </Text>
      )}
      {programme.since !== null && (
        <Text className="k-small" c="dimmed">
          {t('integration.programme.since')} <MoscowTime at={programme.since} />
        </Text>
      )}
      {mayManage && (
        <Group gap="xs">
          {programme.isOn ? (
            <>
              <WriteButton
                variant="default"
                disabled={rate === programme.rate}
                loading={save.isBusy}
                onClick={() => send(true)}
              >
                {t('common.save')}
              </WriteButton>
              <Button variant="default" disabled={save.isBusy} onClick={() => send(false)}>
                {t('integration.programme.turnOff')}
              </Button>
            </>
          ) : (
            <WriteButton variant="default" loading={save.isBusy} aria-busy={save.isBusy} onClick={() => send(true)}>
              {t('integration.programme.turnOn')}
            </WriteButton>
          )}
        </Group>
      )}
    </>
  )
}
