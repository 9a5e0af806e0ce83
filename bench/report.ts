/** What a bench has measured, and how it is printed. */
export type BenchReport = {
  name: string
  lines: string[]
  ratios: { name: string; value: number; target: number; ok: boolean }[]
}

export function print({ lines, ratios }: BenchReport): void {
  for (const line of lines) console.log(line)
  for (const { name, value, target, ok } of ratios)
    console.log(`${name}: ${value.toFixed(2)} (target ${target}) ${ok ? 'ok' : 'MISSED'}`)
}
