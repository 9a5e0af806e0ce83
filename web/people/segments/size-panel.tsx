import { Button, Text } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { cardNumberText } from '../../../card/values.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { useShow } from '../../base/show.ts'
import { PathLink } from '../../parts/link.tsx'
import { Bone } from '../../parts/loading.tsx'
import { whyNobody } from './alone.ts'
import { criterionOf } from './rows.ts'
import classes from './segments.module.css'
import { useSizeText } from './size-text.ts'
import type { Count } from './use-count.ts'
import type { SegmentForm } from './use-segment-form.ts'

/** How many clients match all conditions, a few names, and the link to all of them. */
export function SizePanel({ form, count }: { form: SegmentForm; count: Count }) {
  const { t } = useTranslation()
  const show = useShow()
  const sizeText = useSizeText()
  const { domain } = useCabinet()
  const { total, isCounting, isCountingExactly, hasFailed } = count
  const share = total && total.clients > 0 ? total.size / total.clients : 0
  return (
    <section className={classes.section} aria-label={t('segments.size.title')}>
      <Text component="h2" fz="md" fw={600} m={0}>
        {t('segments.size.title')}
      </Text>
      <div aria-live="polite" aria-busy={isCounting} className={classes.total} data-old={isCounting || undefined}>
        {hasFailed ? (
          <>
            <Text>{t('segments.size.failed')}</Text>
            <Button
              variant="default"
              mt="xs"
              leftSection={<IconRefresh size={16} aria-hidden="true" />}
              onClick={count.again}
            >
              {t('common.retry')}
            </Button>
          </>
        ) : total ? (
          <>
            <div className={classes.number}>{sizeText(total)}</div>
            <div className={classes.bar} aria-hidden="true">
              <span style={{ width: `${share * 100}%` }} />
            </div>
            <Text className="k-small" c="dimmed">
              {t('segments.size.of', {
                share: show.share(share),
                count: total.clients,
                n: show.number(total.clients),
              })}
            </Text>
            {total.size === 0 && total.clients > 0 && !isCounting && <Emptied form={form} count={count} />}
          </>
        ) : isCounting ? (
          <>
            <span className="k-unseen">{t('segments.size.counting')}</span>
            <Bone height={28} width="60%" />
            <Bone height={8} mt="sm" />
          </>
        ) : (
          <Text c="dimmed">{t('segments.size.nothing')}</Text>
        )}
      </div>
      {/* Outside of what is announced: with each number the name of the button would be read too. */}
      {!hasFailed && total?.isEstimate && (
        <Button
          className={classes.exactly}
          variant="subtle"
          size="compact-sm"
          aria-disabled={isCountingExactly || undefined}
          data-old={isCountingExactly || undefined}
          onClick={count.exactly}
        >
          {t(isCountingExactly ? 'segments.size.counting' : 'segments.size.exactly')}
        </Button>
      )}
      {!hasFailed && total && total.samples.length > 0 && (
        <ul className={classes.samples} data-old={isCounting || undefined}>
          {total.samples.map((client) => (
            <li key={client.id}>
              <PathLink to={`/${domain}/clients/${client.id}`}>
                {`${client.name} ${client.surname}`.trim() || cardNumberText(client.cardNumber)}
              </PathLink>
            </li>
          ))}
        </ul>
      )}
      {!form.base.isDraft &&
        (form.draft.isDirty ? (
          <Text className="k-small" c="dimmed">
            {t('segments.size.saveFirst')}
          </Text>
        ) : (
          <PathLink to={`/${domain}/clients?segment=${form.base.id}`} fw={500}>
            {t('segments.seeClients')}
          </PathLink>
        ))}
      <Text className="k-small" c="dimmed" m={0}>
        {t('segments.size.live')}
      </Text>
    </section>
  )
}

/** Why nobody matches. */
function Emptied({ form, count }: { form: SegmentForm; count: Count }) {
  const { t } = useTranslation()
  const why = whyNobody(
    form.draft.value.rows.map((row) => {
      const made = criterionOf(row)
      return 'criterion' in made ? count.alone(made.criterion) : undefined
    }),
  )
  return (
    <Text mt="xs">{why === 'exclude' ? t('segments.size.exclude') : t('segments.size.emptied', { no: why + 1 })}</Text>
  )
}
