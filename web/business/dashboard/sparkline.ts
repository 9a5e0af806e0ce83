/** A small chart as a path: one point a day, the last at the right edge. */
export function sparkline(
  values: readonly number[],
  width: number,
  height: number,
): { line: string; area: string; last: { x: number; y: number } } {
  const top = Math.max(1, ...values)
  const step = values.length > 1 ? width / (values.length - 1) : 0
  const points = values.map((value, i) => ({ x: round(i * step), y: round(height - (value / top) * height) }))
  const line = points.map((point, i) => `${i === 0 ? 'M' : 'L'}${point.x} ${point.y}`).join('')
  return { line, area: `${line}L${width} ${height}L0 ${height}Z`, last: points.at(-1) ?? { x: 0, y: height } }
}

const round = (value: number) => Math.round(value * 10) / 10
