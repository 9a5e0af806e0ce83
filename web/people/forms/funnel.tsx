import { Tooltip } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import type { FormRow } from '../../../contract/people/forms.ts'
import { useShow } from '../../base/show.ts'
import { PHONE } from '../../base/theme.ts'
import classes from './page.module.css'

const STEPS = ['opened', 'filled', 'installed'] as const

/** How many opened the form, filled it in and have the card; the bars are fractions of those who opened it. */
export function Funnel({ form }: { form: Pick<FormRow, (typeof STEPS)[number]> }) {
  const { t } = useTranslation()
  const show = useShow()
  const isPhone = useMediaQuery(PHONE, undefined, { getInitialValueInEffect: false })
  const most = Math.max(form.opened, form.filled, form.installed)
  if (most === 0) return <span className={classes.quiet}>{t('forms.list.noVisits')}</span>
  const numbers = {
    opened: show.number(form.opened),
    filled: show.number(form.filled),
    installed: show.number(form.installed),
  }
  const text = t('forms.list.funnel', numbers)
  // Beside its title on a phone, three bare numbers would say nothing.
  if (isPhone) return <span>{text}</span>
  return (
    <Tooltip label={text}>
      <span className={classes.funnel} role="img" aria-label={text}>
        {STEPS.map((step) => (
          <span key={step} className={classes.step}>
            <span className="k-number">{numbers[step]}</span>
            <svg viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
              <rect width="100" height="4" rx="2" className={classes.track} />
              <rect width={(form[step] / most) * 100} height="4" rx="2" className={classes.fill} />
            </svg>
          </span>
        ))}
      </span>
    </Tooltip>
  )
}
