import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import classes from './templates.module.css'

type RadiosProps<T extends string> = {
  labelledBy: string
  options: readonly T[]
  value: T | undefined
  onChange: (value: T) => void
  children: (option: T) => ReactNode
}

/** Big choices as one radio group: one tab stop, arrows move and choose. */
export function BigRadios<T extends string>({ labelledBy, options, value, onChange, children }: RadiosProps<T>) {
  const group = useRef<HTMLDivElement>(null)
  const press = (event: KeyboardEvent) => {
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key]
    if (by === undefined) return
    event.preventDefault()
    const at =
      value === undefined
        ? by > 0
          ? 0
          : options.length - 1
        : (options.indexOf(value) + by + options.length) % options.length
    const next = options[at]
    if (next === undefined) return
    onChange(next)
    group.current?.querySelectorAll<HTMLElement>('[role="radio"]')[at]?.focus()
  }
  return (
    <div ref={group} role="radiogroup" aria-labelledby={labelledBy} className={classes.looks} onKeyDown={press}>
      {options.map((option, i) => (
        <button
          key={option}
          type="button"
          role="radio"
          aria-checked={option === value}
          tabIndex={option === value || (value === undefined && i === 0) ? 0 : -1}
          className={classes.choice}
          onClick={() => onChange(option)}
        >
          {children(option)}
        </button>
      ))}
    </div>
  )
}
