import { Paper, Stack, Title } from '@mantine/core'
import { useScrollSpy, useWindowEvent } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Errors, type Section as SectionName, SECTIONS, sectionId, sectionOf } from './controls.ts'
import classes from './editor.module.css'

export function Section({ name, lead, children }: { name: SectionName; lead?: ReactNode; children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <Paper component="section" p="lg" className={classes.section} aria-labelledby={sectionId(name)}>
      <Title order={2} id={sectionId(name)} tabIndex={-1} data-form-section="" className={classes.heading}>
        {t(`forms.editor.sections.${name}`)}
      </Title>
      {lead && <p className={classes.lead}>{lead}</p>}
      <Stack gap="md">{children}</Stack>
    </Paper>
  )
}

const SPY_OFFSET_PX = 120
/** The browser's own smooth scrolling is over by then. */
const GLIDE_MS = 1_000

/** Links to the sections; the current one and those with errors are marked. */
export function SectionNav({ errors }: { errors: Errors }) {
  const { t } = useTranslation()
  const spy = useScrollSpy({ selector: '[data-form-section]', getDepth: () => 2, offset: SPY_OFFSET_PX })
  const [chosen, setChosen] = useState<{ index: number; atMs: number } | null>(null)
  // The last sections cannot reach the top of the screen: the clicked one stays marked until the page is scrolled.
  useWindowEvent('scroll', () => {
    if (chosen && performance.now() - chosen.atMs > GLIDE_MS) setChosen(null)
  })
  const active = chosen?.index ?? spy.active
  const faulty = new Set(Object.keys(errors).map(sectionOf))
  return (
    <nav className={classes.nav} aria-label={t('forms.editor.sectionsLabel')}>
      {SECTIONS.map((name, index) => (
        <button
          key={name}
          type="button"
          className={classes.anchor}
          {...(active === index && { 'aria-current': 'location' as const })}
          onClick={() => {
            setChosen({ index, atMs: performance.now() })
            goTo(sectionId(name))
          }}
        >
          {t(`forms.editor.sections.${name}`)}
          {faulty.has(name) && (
            <span className={classes.fault}>
              <span className="k-unseen">{t('forms.editor.faults', { count: 1 })}</span>
            </span>
          )}
        </button>
      ))}
    </nav>
  )
}

/** Scrolls an element into view and focuses it. */
export function goTo(id: string): void {
  const element = document.getElementById(id)
  if (!element) return
  const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  element.scrollIntoView({ behavior: isCalm ? 'auto' : 'smooth', block: element.matches('h2') ? 'start' : 'center' })
  element.focus({ preventScroll: true })
}
