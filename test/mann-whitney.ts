/** Do two samples come from the same distribution? Without any assumption about its shape. */

/**
 * Tail of the normal distribution on both sides, by the series of Abramowitz and Stegun 26.2.17; wrong by less than
 * 1e-7.
 */
function twoTails(z: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(z))
  const density = Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)
  const tail =
    density * t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
  return Math.min(1, 2 * tail)
}

/**
 * The Mann–Whitney test with the normal approximation, for samples of 20 and more; equal values share their rank.
 * @returns the probability that a difference at least as large comes about by chance
 */
export function mannWhitney(left: readonly number[], right: readonly number[]): number {
  const all = [
    ...left.map((value) => ({ value, isLeft: true })),
    ...right.map((value) => ({ value, isLeft: false })),
  ].sort((a, b) => a.value - b.value)
  let rankSum = 0
  let ties = 0
  for (let from = 0; from < all.length;) {
    let to = from
    while (to < all.length && all[to]?.value === all[from]?.value) to++
    const count = to - from
    const rank = (from + 1 + to) / 2
    rankSum += rank * all.slice(from, to).filter(({ isLeft }) => isLeft).length
    ties += count ** 3 - count
    from = to
  }
  const [n, m] = [left.length, right.length]
  const total = n + m
  const u = rankSum - (n * (n + 1)) / 2
  const spread = Math.sqrt(((n * m) / 12) * (total + 1 - ties / (total * (total - 1))))
  return spread === 0 ? 1 : twoTails((u - (n * m) / 2) / spread)
}

/** For who reads the output of a run: each comparison with its probability. */
export function printChances(title: string, compared: readonly { what: string; p: number }[]): void {
  const lines = compared.map(({ what, p }) => `  ${what}: p = ${p.toFixed(3)}`)
  process.stdout.write(`Mann–Whitney, ${title}:\n${lines.join('\n')}\n`)
}
