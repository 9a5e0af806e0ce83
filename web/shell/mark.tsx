import classes from './shell.module.css'

export function Mark({ name }: { name: string }) {
  return (
    <span className={classes.mark} aria-hidden="true">
      {name.slice(0, 1).toUpperCase()}
    </span>
  )
}
