import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { cardNumberText } from '../../../card/values.ts'
import { placeOn, type Range, sharedOf } from './number-ranges.ts'
import classes from './settings.module.css'

/** Both ranges of card numbers in words and as two bars. */
export function NumberRuler({ electronic, plastic }: { electronic: Range; plastic: Range }) {
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
