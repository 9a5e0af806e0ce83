import { Collapse, Text, UnstyledButton } from '@mantine/core'
import {
  IconAlertCircle,
  IconAlertTriangle,
  IconChevronDown,
  IconCircleCheck,
  IconInfoCircle,
} from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useEditor } from './editor-context.tsx'
import type { Issue } from './issues.ts'
import classes from './templates.module.css'

const ICONS = { error: IconAlertCircle, warning: IconAlertTriangle, hint: IconInfoCircle }

/** Everything to check before saving; a row leads to its control. */
export function IssuesList({ onJump }: { onJump: (issue: Issue) => void }) {
  const { t } = useTranslation()
  const { issues, issueText } = useEditor()
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  if (issues.length === 0) {
    return (
      <div className={classes.issues}>
        <Text size="sm" className={classes.allGood}>
          <IconCircleCheck size={18} aria-hidden="true" /> {t('templates.editor.noIssues')}
        </Text>
      </div>
    )
  }
  const rank = { error: 0, warning: 1, hint: 2 }
  const worst = issues.reduce<Issue['severity']>(
    (found, issue) => (rank[issue.severity] < rank[found] ? issue.severity : found),
    'hint',
  )
  return (
    <div className={classes.issues}>
      <UnstyledButton
        className={classes.issuesHead}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
      >
        <IssueIcon severity={worst} />
        <Text size="sm" fw={600} span>
          {t('templates.editor.issues', { count: issues.length })}
        </Text>
        <IconChevronDown size={16} className={isOpen ? classes.turned : undefined} aria-hidden="true" />
      </UnstyledButton>
      <Collapse expanded={isOpen}>
        <ul id={id} className={classes.issuesRows}>
          {issues
            .toSorted((one, other) => rank[one.severity] - rank[other.severity])
            .map((issue) => (
              <li key={issue.control + issue.code}>
                <UnstyledButton className={classes.issue} onClick={() => onJump(issue)}>
                  <IssueIcon severity={issue.severity} />
                  <span>{issueText(issue)}</span>
                </UnstyledButton>
              </li>
            ))}
        </ul>
      </Collapse>
    </div>
  )
}

function IssueIcon({ severity }: { severity: Issue['severity'] }) {
  const Icon = ICONS[severity]
  return (
    <Icon
      size={18}
      stroke={1.75}
      className={severity === 'hint' ? classes.hintIcon : classes[severity]}
      aria-hidden="true"
    />
  )
}
