/** Rows that can be dragged: load it as a separate chunk. For the keyboard, each row has arrow buttons. */
import { DragDropContext, Draggable, Droppable, useMouseSensor, useTouchSensor } from '@hello-pangea/dnd'
import { IconGripVertical } from '@tabler/icons-react'
import type { ReactNode } from 'react'

type DragListProps = {
  rows: readonly { key: string; render: (grip: ReactNode) => ReactNode }[]
  onMove: (from: number, to: number) => void
  label?: string | undefined
  /** Class names of the list, of a row, of a dragged row, and of the grip. */
  classNames: Partial<Record<'list' | 'item' | 'lifted' | 'grip', string>>
}

const SENSORS = [useMouseSensor, useTouchSensor]

export function DragList({ rows, onMove, label, classNames }: DragListProps) {
  const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content
  return (
    <DragDropContext
      enableDefaultSensors={false}
      sensors={SENSORS}
      dragHandleUsageInstructions=""
      {...(nonce !== undefined && { nonce })}
      onDragEnd={({ source, destination }) =>
        destination && destination.index !== source.index && onMove(source.index, destination.index)
      }
    >
      <Droppable droppableId="rows">
        {(list) => (
          <ol ref={list.innerRef} {...list.droppableProps} className={classNames.list} aria-label={label}>
            {rows.map(({ key, render }, index) => (
              <Draggable key={key} draggableId={key} index={index}>
                {(item, state) => (
                  <li
                    ref={item.innerRef}
                    {...item.draggableProps}
                    className={[classNames.item, state.isDragging && classNames.lifted].filter(Boolean).join(' ')}
                  >
                    {render(
                      <span
                        {...item.dragHandleProps}
                        role="presentation"
                        tabIndex={-1}
                        aria-hidden="true"
                        aria-describedby={undefined}
                        className={classNames.grip}
                      >
                        <IconGripVertical size={16} />
                      </span>,
                    )}
                  </li>
                )}
              </Draggable>
            ))}
            {list.placeholder}
          </ol>
        )}
      </Droppable>
    </DragDropContext>
  )
}
