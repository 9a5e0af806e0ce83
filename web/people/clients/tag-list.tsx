import { Badge, Tooltip } from '@mantine/core'
import classes from './clients.module.css'

/** Tags in a line. @param max more are a number, whose tooltip has all names */
export function TagList({ names, max = names.length }: { names: readonly string[]; max?: number }) {
  if (names.length === 0) return '–'
  const rest = names.length - max
  return (
    <span className={classes.tagList}>
      {names.slice(0, max).map((name) => (
        <Badge key={name} variant="default" tt="none" fw={500} maw={180}>
          {name}
        </Badge>
      ))}
      {rest > 0 && (
        <Tooltip label={names.join(', ')}>
          <Badge variant="transparent" color="gray" tt="none" fw={500} aria-label={names.slice(max).join(', ')}>
            +{rest}
          </Badge>
        </Tooltip>
      )}
    </span>
  )
}
