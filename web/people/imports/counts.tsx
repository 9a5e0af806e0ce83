import { useShow } from '../../base/show.ts'
import classes from './imports.module.css'

/** Numbers with what they count; what there is none of is left out. */
export function Counts({ counts }: { counts: readonly { name: string; count: number }[] }) {
  const show = useShow()
  return (
    <ul className={classes.counts}>
      {counts
        .filter(({ count }) => count > 0)
        .map(({ name, count }) => (
          <li key={name} className={classes.count}>
            <span className={classes.number}>{show.number(count)}</span>
            {name}
          </li>
        ))}
    </ul>
  )
}
