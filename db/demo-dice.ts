/** Numbers that look random and are always the same for a seed: the demo is equal on every machine. */
export function dice(seed: number): (sides: number) => number {
  let state = seed
  return (sides) => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return Math.floor((state / 4_294_967_296) * sides)
  }
}
