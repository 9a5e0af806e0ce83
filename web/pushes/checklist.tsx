import { IconCircle, IconCircleCheckFilled, IconCircleXFilled } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Text } from '@mantine/core'
import type { checksOf } from './push-draft.ts'
import classes from './pushes.module.css'

/** What a push needs before it can go; after a refused try the missing rows are red. */
export function Checklist({ checks, isUrgent }: { checks: ReturnType<typeof checksOf>; isUrgent: boolean }) {
  const { t } = useTranslation()
  return (
    <section className={classes.section} style={{ gap: 12 }} aria-label={t('pushes.checklist.title')} {...(isUrgent && { role: 'alert' })}>
      <Text component="h2" fz="md" fw={600} m={0}>{t('pushes.checklist.title')}</Text>
      <ul className={classes.checks}>
        {checks.map(({ name, isDone }) => (
          <li key={name} className={!isDone && isUrgent ? classes.missing : undefined}>
            {isDone && <IconCircleCheckFilled size={18} color="var(--k-success)" aria-hidden="true" />}
            {!isDone && (isUrgent ? <IconCircleXFilled size={18} aria-hidden="true" /> : <IconCircle size={18} color="var(--k-text-3)" aria-hidden="true" />)}
            <span>{t(`pushes.checklist.${name}`)}<span className="k-unseen">{': '}{t(isDone ? 'pushes.checklist.done' : 'pushes.checklist.missing')}</span></span>
          </li>
        ))}
      </ul>
    </section>
  )
}
