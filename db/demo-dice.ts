/** Numbers that look random and are always the same for a seed: the demo is equal on every machine. */
export function dice(seed: number): (sides: number) => number {
  let state = seed
  return (sides) => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return Math.floor((state / 4_294_967_296) * sides)
  }
}

/** A number below the given one. */
export type Roll = (sides: number) => number

export const share = (roll: Roll): number => roll(100_000) / 100_000

/** A place in a list, the likelier the more it weighs. */
export function pick(roll: Roll, list: readonly { weight: number }[]): number {
  let left = share(roll) * list.reduce((sum, one) => sum + one.weight, 0)
  return Math.max(
    0,
    list.findIndex((one) => (left -= one.weight) < 0),
  )
}
