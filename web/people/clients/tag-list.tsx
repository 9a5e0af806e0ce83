import { Badge } from '@mantine/core'
import classes from './clients.module.css'

/** Tags in a line; long lists break. */
export function TagList({ names }: { names: readonly string[] }) {
  if (names.length === 0) return '–'
  return (
    <span className={classes.tagList}>
      {names.map((name) => (
        <Badge key={name} variant="default" tt="none" fw={500} maw={180}>
          {name}
        </Badge>
      ))}
    </span>
  )
}
