import { ActionIcon, Button, Text } from '@mantine/core'
import { IconPencil, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './points.module.css'

type PointRowProps = {
  no: number
  name: string
  /** Coordinates or numbers, in one line. */
  facts: string
  text: string
  isOpen: boolean
  hasFault: boolean
  isDisabled: boolean
  onOpen: () => void
  onClose: () => void
  onRemove: () => void
  /** The inputs, when it is open. */
  children: ReactNode
}

/** A place or a beacon in its list: one line, or its inputs when it is open. */
export function PointRow({
  no,
  name,
  facts,
  text,
  isOpen,
  hasFault,
  isDisabled,
  onOpen,
  onClose,
  onRemove,
  children,
}: PointRowProps) {
  const { t } = useTranslation()
  const shownName = name.trim() || t('pushes.points.unnamed')
  return (
    <li className={classes.point} data-open={isOpen || undefined} data-fault={(hasFault && !isOpen) || undefined}>
      <div className={classes.line}>
        <span className={classes.no} aria-hidden="true">
          {no}
        </span>
        <div className={classes.words}>
          <span className={classes.pointName}>{shownName}</span>
          {!isOpen && (
            <span className={classes.facts}>
              {facts || '–'}
              {text.trim() !== '' && ` · ${text}`}
            </span>
          )}
          {!isOpen && hasFault && (
            <Text className="k-small" c="var(--k-danger)">
              {t('pushes.points.faulty')}
            </Text>
          )}
        </div>
        {!isOpen && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            aria-label={t('pushes.points.edit', { name: shownName })}
            disabled={isDisabled}
            onClick={onOpen}
          >
            <IconPencil size={18} aria-hidden="true" />
          </ActionIcon>
        )}
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          aria-label={t('pushes.points.remove', { name: shownName })}
          disabled={isDisabled}
          onClick={onRemove}
        >
          <IconX size={18} aria-hidden="true" />
        </ActionIcon>
      </div>
      {isOpen && (
        <div className={classes.inputs}>
          {children}
          <div>
            <Button variant="default" onClick={onClose}>
              {t('pushes.points.done')}
            </Button>
          </div>
        </div>
      )}
    </li>
  )
}
