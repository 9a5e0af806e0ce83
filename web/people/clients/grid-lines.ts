/** Lines at steps of 1, 2 or 5 times a power of ten, at most four, so that they are at round numbers. */
export function gridLines(highest: number): number[] {
  const rough = Math.max(highest, 1) / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = Math.max(
    1,
    [1, 2, 5, 10].map((factor) => factor * power).find((candidate) => candidate >= rough) ?? power * 10,
  )
  return Array.from({ length: Math.ceil(highest / step) + 1 }, (_, index) => index * step)
}
