/** Code 128 after ISO/IEC 15417: set B for texts, set C for runs of digits. */

/** Widths of bars and gaps in turn for the values 0 to 105, then the stop. */
const PATTERNS = (
  '212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222 ' +
  '123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321 ' +
  '232121 111323 131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121 ' +
  '313121 211331 231131 213113 213311 213131 311123 311321 331121 312113 312311 332111 314111 221411 431111 111224 ' +
  '111422 121124 121421 141122 141221 112214 112412 122114 122411 142112 142211 241211 221114 413111 241112 134111 ' +
  '111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 114113 ' +
  '114311 411113 411311 113141 114131 311141 411131 211412 211214 211232 2331112'
).split(' ')
const TO_C = 99
const TO_B = 100
const START_B = 104
const START_C = 105
const STOP = 106

/** Widths of bars and gaps in modules, a bar first. @throws RangeError for a letter outside printable ASCII */
export function encodeCode128(text: string): number[] {
  const values = valuesOf(text)
  const check = values.reduce((sum, value, i) => sum + value * Math.max(1, i), 0) % 103
  return [...values, check, STOP].flatMap((value) => [...(PATTERNS[value] as string)].map(Number))
}

function valuesOf(text: string): number[] {
  const values: number[] = []
  let isInC = false
  let at = 0
  while (at < text.length) {
    const digits = /^\d*/.exec(text.slice(at))?.[0].length ?? 0
    const isRest = at + digits === text.length
    const isWorthC = isInC
      ? digits >= 2
      : at === 0
        ? digits >= 4 || (digits === 2 && isRest)
        : digits >= (isRest ? 4 : 6)
    // An odd run gives its first digit to set B, so that the rest is whole pairs up to the end of the run.
    const isOdd = !isInC && at > 0 && digits % 2 === 1
    if (isWorthC && !isOdd) {
      if (!isInC) values.push(at === 0 ? START_C : TO_C)
      for (let pairs = digits >> 1; pairs > 0; pairs--, at += 2) values.push(Number(text.slice(at, at + 2)))
      isInC = true
      continue
    }
    if (isInC || at === 0) values.push(at === 0 ? START_B : TO_B)
    isInC = false
    values.push(valueInB(text.charCodeAt(at)))
    at++
  }
  return values
}

function valueInB(code: number): number {
  if (code >= 32 && code < 127) return code - 32
  throw new RangeError('Code 128 holds only Latin letters, digits and signs')
}
