/**
 * Widths of texts without a browser, so that the server and the editor lay out a face in the same way.
 * The figures are Inter's advance widths rounded up to 0.025 em; San Francisco and Roboto are a little narrower, so
 * what fits here fits there.
 */
const WIDTHS: readonly (readonly [number, string])[] = [
  [0.25, 'ijlìíîïĩīĭįıĵĺļłіїј'],
  [0.275, 'I|¦¸ÌÍÎÏĨĪĬĮİІЇ’‘'],
  [0.3, " !',.:¡·\u00A0"],
  [0.325, ';`´¹ſ'],
  [0.35, 'tľţŧ'],
  [0.375, '()/[\\]fŀ'],
  [0.4, 'rŕŗřť'],
  [0.425, '1„'],
  [0.45, '{}²³гѓ“”'],
  [0.475, '"-^_ª°т'],
  [0.5, '¯ºĳз–'],
  [0.525, '*?¿'],
  [0.55, 'ksx¥ķĸśŝşšкхѕќ'],
  [0.575, '7JLacvyz¢§àáâãäåçýÿāăąćĉċčĴĹĻĽĿŷźżžЈавсуьэяєў•'],
  [0.6, '5Fehnou¨«µ»èéêëðñòóôõöøùúûüēĕėęěĥħŁńņňŋōŏőũūŭůűųЃГбеийлнопцчѐёђћѝџ'],
  [0.625, '23689Ebdgpq£¶ÈÉÊËßþđĒĔĖĘĚĝğġģЁЕЗдр'],
  [0.65, '#$&04PRSTZÞŔŖŘŚŜŞŠŢŤŦŹŻŽЅЎБРТУЬЯъ₴₸'],
  [0.675, '+<=>BK~¬®±×÷ĶЌВК−€'],
  [0.7, 'AVXYÀÁÂÃÄÅÝĀĂĄŶŸАХф'],
  [0.725, 'D¤ĎďЏЦЧ₽'],
  [0.75, 'CGHUÇÐÙÚÛÜĆĈĊČĐĜĞĠĢĤŨŪŬŮŰŲЄЛНПСЭы'],
  [0.775, 'NOQÑÒÓÔÕÖØŃŅŇŊŌŎŐЍИЙОм'],
  [0.825, 'w¼ŉŵДЪжшĦ'],
  [0.85, '½ĲЂФщю'],
  [0.9, 'm¾ЋЫњ…'],
  [0.95, 'M©æМљ'],
  [1, '@ЖШЩ%WÆœŴ—'],
  [1.1, 'ŒЮ№ЉЊ'],
]
const WIDTH_OF = new Map(WIDTHS.flatMap(([width, letters]) => [...letters].map((letter) => [letter, width] as const)))
const WIDTH_OF_OTHERS = 1.05
const WIDER_AT_600 = 1.03

/** Width in px of one line. @param weight CSS weight, 300 to 700 */
export function textWidth(text: string, sizePx: number, weight = 400): number {
  let em = 0
  for (const letter of text) em += WIDTH_OF.get(letter) ?? WIDTH_OF_OTHERS
  return em * sizePx * (weight >= 600 ? WIDER_AT_600 : 1)
}

/** Cuts one line to the width, with an ellipsis at the end when something was cut. */
export function cutText(text: string, sizePx: number, maxWidthPx: number, weight = 400): string {
  if (textWidth(text, sizePx, weight) <= maxWidthPx) return text
  const letters = [...text]
  while (letters.length > 0 && textWidth(`${letters.join('').trimEnd()}…`, sizePx, weight) > maxWidthPx) letters.pop()
  return `${letters.join('').trimEnd()}…`
}

/**
 * The largest size between `minPx` and `sizePx`, in steps of a tenth, at which the line fits; below `minPx` the text is
 * cut.
 */
export function fitText(
  text: string,
  fit: { sizePx: number; minPx: number; maxWidthPx: number; weight?: number },
): { text: string; sizePx: number } {
  const natural = textWidth(text, fit.sizePx, fit.weight)
  if (natural <= fit.maxWidthPx) return { text, sizePx: fit.sizePx }
  const shrunk = Math.floor((fit.sizePx * fit.maxWidthPx * 10) / natural) / 10
  const sizePx = Math.max(fit.minPx, shrunk)
  return { text: cutText(text, sizePx, fit.maxWidthPx, fit.weight), sizePx }
}
