/** The triggers under the hand: a chunk of its own. The keyboard has the arrow buttons of each row instead. */
import { DragDropContext, Draggable, Droppable, useMouseSensor, useTouchSensor } from '@hello-pangea/dnd'
import { IconGripVertical } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Trigger } from '../../contract/triggers.ts'
import classes from './triggers.module.css'

type DragListProps = {
  triggers: readonly Trigger[]
  renderRow: (trigger: Trigger, index: number, grip: ReactNode) => ReactNode
  onMove: (from: number, to: number) => void
  label: string
}

const SENSORS = [useMouseSensor, useTouchSensor]

export function DragList({ triggers, renderRow, onMove, label }: DragListProps) {
  const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content
  return (
    <DragDropContext
      enableDefaultSensors={false} sensors={SENSORS} dragHandleUsageInstructions="" {...(nonce !== undefined && { nonce })}
      onDragEnd={({ source, destination }) => destination && destination.index !== source.index && onMove(source.index, destination.index)}
    >
      <Droppable droppableId="triggers">
        {(list) => (
          <ol ref={list.innerRef} {...list.droppableProps} className={classes.list} aria-label={label}>
            {triggers.map((trigger, index) => (
              <Draggable key={trigger.id} draggableId={trigger.id} index={index}>
                {(item, state) => (
                  <li ref={item.innerRef} {...item.draggableProps} {...(state.isDragging && { className: classes.lifted })}>
                    {renderRow(trigger, index, (
                      <span {...item.dragHandleProps} role="presentation" tabIndex={-1} aria-hidden="true" aria-describedby={undefined} className={classes.grip}>
                        <IconGripVertical size={16} />
                      </span>
                    ))}
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
