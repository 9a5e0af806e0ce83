/**
 * The signs and covers of the demo's businesses, drawn here as vectors. Letters are drawn too, as lines, so that a
 * machine without fonts shows the same.
 */
import { IMAGE_SLOTS, type ImageSlotName } from '../contract/limits.ts'
import { dice } from './demo-dice.ts'
import type { Shop } from './demo-shops.ts'

/** Capital letters in a box of 10 by 14. Those of Cyrillic that look alike are not drawn twice. */
const LETTERS: Readonly<Record<string, string>> = {
  A: 'M0 14 L5 0 L10 14 M1.8 9 H8.2',
  B: 'M0 0 V14 H5 A3.8 3.8 0 0 0 5 6.4 H0 M5 6.4 A3.2 3.2 0 0 0 5 0 H0',
  C: 'M9.4 3 A5.4 7 0 1 0 9.4 11',
  E: 'M9 0 H0 V14 H9 M0 6.8 H7',
  F: 'M9 0 H0 V14 M0 6.8 H7',
  L: 'M0 0 V14 H8.5',
  N: 'M0 14 V0 L9.5 14 V0',
  O: 'M5 0 A5 7 0 1 0 5 14 A5 7 0 1 0 5 0',
  R: 'M0 14 V0 H5 A3.7 3.7 0 0 1 5 7.4 H0 M5 7.4 L9.2 14',
  S: 'M8.6 2.4 C7 -0.6 0.8 -0.8 0.8 3.4 C0.8 7.4 9 6.2 9 10.6 C9 14.8 2 14.8 0.4 11.4',
  T: 'M0 0 H10 M5 0 V14',
  V: 'M0 0 L5 14 L10 0',
  Р: 'M0 14 V0 H5 A3.7 3.7 0 0 1 5 7.4 H0',
  Л: 'M0 14 L5 0 L10 14',
  Ь: 'M0 0 V14 H5 A3.7 3.7 0 0 0 5 6.6 H0',
  ' ': '',
}
const ALIKE: Readonly<Record<string, string>> = { С: 'C', Е: 'E', В: 'B', О: 'O', Т: 'T' }

type Place = { x: number; y: number; height: number; colour: string; weight?: number; gap?: number }

function word(text: string, { x, y, height, colour, weight = 1.7, gap = 4.2 }: Place): string {
  const scale = height / 14
  const letters = Array.from(
    text,
    (letter, no) => `<path transform="translate(${no * (10 + gap)} 0)" d="${LETTERS[ALIKE[letter] ?? letter] ?? ''}"/>`,
  )
  return (
    `<g transform="translate(${x} ${y}) scale(${scale})" fill="none" stroke="${colour}" stroke-width="${weight}" ` +
    `stroke-linecap="round" stroke-linejoin="round">${letters.join('')}</g>`
  )
}

const at = (x: number, y: number, scale: number, body: string) =>
  `<g transform="translate(${x} ${y}) scale(${scale})">${body}</g>`

/** A cup on its saucer with a laboratory's bubbles as steam; 100 by 100. */
const cup = (line: string, fill: string) =>
  `<path d="M18 42 H70 V58 A22 22 0 0 1 48 80 H40 A22 22 0 0 1 18 58 Z" fill="${fill}"/>` +
  `<path d="M70 48 H76 A9 9 0 0 1 76 66 H68" fill="none" stroke="${fill}" stroke-width="6"/>` +
  `<path d="M10 90 H78" stroke="${fill}" stroke-width="6" stroke-linecap="round"/>` +
  `<g fill="none" stroke="${line}" stroke-width="4.5"><circle cx="33" cy="26" r="7"/><circle cx="50" cy="18" r="5"/>` +
  '<circle cx="45" cy="4" r="2.5"/></g>'

/** A flower of five petals with a stem; 100 by 100. */
const flower = (line: string, fill: string) =>
  Array.from(
    { length: 5 },
    (_, no) =>
      `<path transform="rotate(${no * 72} 50 42)" d="M50 40 C38 30 40 8 50 4 C60 8 62 30 50 40 Z" fill="${fill}" ` +
      'fill-opacity="0.88"/>',
  ).join('') +
  `<circle cx="50" cy="42" r="6" fill="${line}"/>` +
  `<path d="M50 56 C52 72 46 84 40 96 M48 78 C58 72 66 74 72 80" fill="none" stroke="${line}" stroke-width="4.5" ` +
  'stroke-linecap="round"/>'

/** The northern star above water; 100 by 100. */
const star = (line: string, fill: string) =>
  `<path d="M50 2 L56 34 L84 40 L56 46 L50 78 L44 46 L16 40 L44 34 Z" fill="${fill}"/>` +
  `<g fill="none" stroke="${line}" stroke-width="4.5" stroke-linecap="round">` +
  '<path d="M10 84 Q22 77 34 84 T58 84 T82 84"/><path d="M24 96 Q34 90 44 96 T64 96"/></g>'

type Sign = { mark: (line: string, fill: string) => string; name: string; small: string }

const SIGNS: Readonly<Record<Shop['sign'], Sign>> = {
  cup: { mark: cup, name: 'COFFEE', small: 'LAB' },
  flower: { mark: flower, name: 'VERA', small: 'SALON' },
  star: { mark: star, name: 'СЕВЕР', small: 'ОТЕЛЬ' },
}

/** Waves of the shop's colour, and its mark again and again, ever fainter to the side of the text. */
function scene(slot: ImageSlotName, shop: Shop): string {
  const { width: w, height: h } = IMAGE_SLOTS[slot]
  const { mark } = SIGNS[shop.sign]
  const roll = dice(shop.domain.length * 97 + w)
  const { background } = shop.colours
  const hill = (y: number, lift: number, opacity: number) =>
    `<path d="M0 ${y} C ${w * 0.3} ${y - lift}, ${w * 0.55} ${y + lift}, ${w} ${y - lift * 0.6} V ${h} H 0 Z" ` +
    `fill="${shop.accent}" fill-opacity="${opacity}"/>`
  const marks = Array.from({ length: 14 }, (_, no) => {
    const x = w * 0.34 + ((no * 0.61803) % 1) * w * 0.62
    const size = 0.45 + roll(60) / 100
    const faint = 0.1 + 0.34 * ((x - w * 0.34) / (w * 0.62))
    return `<g opacity="${faint.toFixed(2)}">${at(x, roll(h) - 40, size, mark(shop.accent, shop.accent))}</g>`
  })
  return (
    `<defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="${background}"/>` +
    `<stop offset="1" stop-color="${shop.accent}" stop-opacity="0.55"/></linearGradient></defs>` +
    `<rect width="${w}" height="${h}" fill="${background}"/><rect width="${w}" height="${h}" fill="url(#g)"/>` +
    `${marks.join('')}${hill(h * 0.78, 60, 0.3)}${hill(h * 0.92, 40, 0.35)}`
  )
}

/** The picture of a slot as SVG, in its exact size. */
export function drawing(slot: ImageSlotName, shop: Shop): string {
  const { width: w, height: h } = IMAGE_SLOTS[slot]
  const { background, title } = shop.colours
  const { mark, name, small } = SIGNS[shop.sign]
  const svg = (body: string) => `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}">${body}</svg>`
  if (slot === 'logo')
    return svg(
      at(8, 12, 1.22, mark(title, shop.accent)) +
        word(name, { x: 148, y: 34, height: 46, colour: '#ffffff' }) +
        word(small, { x: 150, y: 98, height: 22, colour: title, weight: 1.9, gap: 8 }),
    )
  if (slot === 'icon')
    return svg(`<rect width="${w}" height="${h}" fill="${background}"/>${at(14, 12, 0.62, mark(title, shop.accent))}`)
  if (slot === 'programLogo')
    return svg(`<rect width="${w}" height="${h}" fill="${background}"/>${at(95, 85, 4.7, mark(title, shop.accent))}`)
  return svg(scene(slot, shop))
}
