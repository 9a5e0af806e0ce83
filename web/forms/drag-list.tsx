/** The fields under the hand: a chunk of its own. The keyboard has the arrow buttons of each row instead. */
import { DragDropContext, Draggable, Droppable, useMouseSensor, useTouchSensor } from '@hello-pangea/dnd'
import { IconGripVertical } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { FormField } from '../../contract/forms.ts'
import classes from './fields.module.css'

type DragListProps = {
  fields: readonly FormField[]
  renderRow: (field: FormField, index: number, grip: ReactNode) => ReactNode
  onMove: (from: number, to: number) => void
}

const SENSORS = [useMouseSensor, useTouchSensor]

export function DragList({ fields, renderRow, onMove }: DragListProps) {
  const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content
  return (
    <DragDropContext
      enableDefaultSensors={false} sensors={SENSORS} dragHandleUsageInstructions="" {...(nonce !== undefined && { nonce })}
      onDragEnd={({ source, destination }) => destination && destination.index !== source.index && onMove(source.index, destination.index)}
    >
      <Droppable droppableId="fields">
        {(list) => (
          <ol ref={list.innerRef} {...list.droppableProps} className={classes.list}>
            {fields.map((field, index) => (
              <Draggable key={field.key} draggableId={field.key} index={index}>
                {(item, state) => (
                  <li ref={item.innerRef} {...item.draggableProps} className={`${classes.item} ${state.isDragging ? classes.lifted : ''}`}>
                    {renderRow(field, index, (
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
