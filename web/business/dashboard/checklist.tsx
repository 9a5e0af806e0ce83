import { Button, Group, Paper, Title } from '@mantine/core'
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { PathLink } from '../../parts/link.tsx'
import classes from './dashboard.module.css'

const STEPS = ['tariff', 'certificate', 'card', 'form', 'client'] as const
type Step = (typeof STEPS)[number]

type ChecklistProps = { done: Readonly<Record<Step, boolean>>; domain: string; onHide: () => void }

/** The steps from an empty cabinet to the first card on a phone. */
export function Checklist({ done, domain, onHide }: ChecklistProps) {
  const { t } = useTranslation()
  const paths: Partial<Record<Step, string>> = {
    certificate: `/${domain}/settings/certificates`,
    card: `/${domain}/start`,
    form: `/${domain}/start`,
    client: `/${domain}/start`,
  }
  const next = STEPS.find((step) => !done[step])
  return (
    <Paper p="lg" component="section">
      <Group justify="space-between" mb="md" gap="xs">
        <Group gap="sm">
          <Title order={2}>{t('dashboard.checklist.title')}</Title>
          <div className={classes.progress} aria-hidden="true">
            {STEPS.map((step) => (
              <i key={step} data-done={done[step]} />
            ))}
          </div>
          <span className="k-small">
            {t('dashboard.checklist.progress', {
              done: STEPS.filter((step) => done[step]).length,
              total: STEPS.length,
            })}
          </span>
        </Group>
        <Button variant="subtle" color="gray" size="compact-sm" onClick={onHide}>
          {t('dashboard.checklist.hide')}
        </Button>
      </Group>
      <ol className={classes.steps}>
        {STEPS.map((step) => {
          const path = paths[step]
          const body = (
            <>
              <span className={classes.stepHead}>
                {done[step] ? (
                  <IconCircleCheckFilled className={classes.stepDone} size={20} aria-hidden="true" />
                ) : (
                  <IconCircle className={classes.stepOpen} size={20} stroke={1.75} aria-hidden="true" />
                )}
                <span>{t(`dashboard.checklist.${step}`)}</span>
                <span className="k-unseen">
                  {done[step] ? t('dashboard.checklist.stepDone') : t('dashboard.checklist.stepOpen')}
                </span>
              </span>
              <span className={classes.stepText}>{t(`dashboard.checklist.${step}Text`)}</span>
            </>
          )
          return (
            <li key={step}>
              {path === undefined || done[step] ? (
                <div className={classes.step}>{body}</div>
              ) : (
                <PathLink to={path} className={classes.step ?? ''} data-next={step === next}>
                  {body}
                </PathLink>
              )}
            </li>
          )
        })}
      </ol>
    </Paper>
  )
}
