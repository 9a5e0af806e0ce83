import { DragDropContext, Draggable, Droppable } from '@hello-pangea/dnd'
import { Button, ActionIcon, Group, Stack, Text, Tooltip } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconGripVertical, IconPlus, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { controlId } from './controls.ts'
import { moveRow } from './card-draft.ts'
import classes from './templates.module.css'

type RowsProps = {
  name: string
  count: number
  max: number
  addLabel: string
  rowLabel: (index: number) => string
  renderRow: (index: number) => ReactNode
  onAdd: () => void
  onRemove: (index: number) => void
  onMove: (from: number, to: number) => void
}

/** The drag and drop library adds a style element, which the page's policy allows only with a nonce. */
function pageNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? ''
}

/** Rows that can be dragged by their handle or moved by buttons. */
export function Rows({ name, count, max, addLabel, rowLabel, renderRow, onAdd, onRemove, onMove }: RowsProps) {
  const { t } = useTranslation()
  const [order, setOrder] = useState<readonly number[]>([])
  const keys = Array.from({ length: count }, (_, i) => order[i] ?? i)
  const move = (from: number, to: number) => {
    setOrder(moveRow(keys, from, to))
    onMove(from, to)
  }
  return (
    <>
      <DragDropContext
        onDragEnd={({ source, destination }) => destination && move(source.index, destination.index)}
        nonce={pageNonce()}
      >
        <Droppable droppableId={name}>
          {(list) => (
            <div ref={list.innerRef} {...list.droppableProps}>
              {keys.map((key, i) => (
                <Draggable key={key} draggableId={`${name}-${key}`} index={i}>
                  {(row) => (
                    <div ref={row.innerRef} {...row.draggableProps} className={classes.row}>
                      <div className={classes.rowHead}>
                        <span
                          {...row.dragHandleProps}
                          className={classes.grip}
                          aria-label={t('templates.editor.dragRow', { row: rowLabel(i) })}
                        >
                          <IconGripVertical size={16} aria-hidden="true" />
                        </span>
                        <Text size="sm" fw={600} className={classes.rowName}>
                          {rowLabel(i)}
                        </Text>
                        <Group gap={2} wrap="nowrap">
                          <RowAct label={t('templates.editor.moveUp')} isOff={i === 0} onClick={() => move(i, i - 1)}>
                            <IconArrowUp size={16} />
                          </RowAct>
                          <RowAct
                            label={t('templates.editor.moveDown')}
                            isOff={i === count - 1}
                            onClick={() => move(i, i + 1)}
                          >
                            <IconArrowDown size={16} />
                          </RowAct>
                          <RowAct
                            label={t('templates.editor.removeRow')}
                            onClick={() => {
                              setOrder(keys.filter((other) => other !== key))
                              onRemove(i)
                            }}
                          >
                            <IconTrash size={16} />
                          </RowAct>
                        </Group>
                      </div>
                      <Stack gap="xs">{renderRow(i)}</Stack>
                    </div>
                  )}
                </Draggable>
              ))}
              {list.placeholder}
            </div>
          )}
        </Droppable>
      </DragDropContext>
      <Button
        id={controlId(name)}
        variant="default"
        leftSection={<IconPlus size={16} />}
        disabled={count >= max}
        onClick={() => {
          setOrder([...keys, Math.max(-1, ...keys) + 1])
          onAdd()
        }}
      >
        {count >= max ? t('templates.editor.rowsFull', { max }) : addLabel}
      </Button>
    </>
  )
}

function RowAct({
  label,
  isOff = false,
  onClick,
  children,
}: {
  label: string
  isOff?: boolean
  onClick: () => void
  children: ReactNode
}) {
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" color="gray" size="lg" aria-label={label} disabled={isOff} onClick={onClick}>
        {children}
      </ActionIcon>
    </Tooltip>
  )
}
