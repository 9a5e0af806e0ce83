import { UnstyledButton } from '@mantine/core'
import { IconSelector } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Cabinet } from '../../contract/platform/cabinets.ts'
import { fileUrl } from '../base/file-url.ts'
import { lateOver } from '../parts/late-over.tsx'
import { Mark } from './mark.tsx'
import classes from './shell.module.css'

const Choices = lateOver<{ cabinet: Cabinet }>(() => import('./switcher-list.tsx').then((file) => file.SwitcherList))

/**
 * The open cabinet, the latest three, a search in all of them, and the way to the whole list. Switching keeps the
 * section.
 */
export function Switcher({ cabinet }: { cabinet: Cabinet }) {
  const { t } = useTranslation()
  const target = (
    <UnstyledButton
      className={classes.switcher ?? ''}
      aria-label={`${t('shell.switcher.current', { name: cabinet.name })}. ${t('shell.switcher.label')}`}
      aria-haspopup="dialog"
    >
      {cabinet.logo === null ? (
        <Mark name={cabinet.name} />
      ) : (
        <img
          src={fileUrl(cabinet.id, cabinet.logo)}
          alt=""
          style={{ height: 20, minWidth: 0, maxWidth: 64, objectFit: 'contain' }}
        />
      )}
      <span className={classes.switcherText}>
        <span className={classes.name}>{cabinet.name}</span>
        <span className={classes.domain}>{cabinet.domain}</span>
      </span>
      <IconSelector className={classes.switcherMore} size={16} aria-hidden="true" />
    </UnstyledButton>
  )
  return <Choices cabinet={cabinet} target={target} />
}
