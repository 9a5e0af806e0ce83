/**
 * Covers of the starters, drawn here: a picture of the trade on the right, in the colours of the card. The left third
 * stays calm, for the points are written over it. Pure.
 */
import { IMAGE_SLOTS } from '../../../contract/limits.ts'
import type { Design } from '../../../contract/cards/design.ts'
import type { Industry } from './starters.ts'

/** Where a name is written over the whole cover, the picture is a watermark. */
const WATERMARK = 0.17

type Ink = { line: string; fill: string; ground: string }

const { width, height } = IMAGE_SLOTS.cover

const each = <T>(all: readonly T[], draw: (one: T, at: number) => string) => all.map(draw).join('')
const turned = (degrees: number, x: number, y: number, inner: string) =>
  `<g transform="translate(${x} ${y}) rotate(${degrees})">${inner}</g>`
const circle = (x: number, y: number, r: number, paint: string) => `<circle cx="${x}" cy="${y}" r="${r}" ${paint}/>`
const box = (x: number, y: number, w: number, h: number, rx: number, paint: string) =>
  `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="${rx}" ${paint}/>`
const path = (d: string, paint: string) => `<path d="${d}" ${paint}/>`
const stroke = (colour: string, size: number, opacity = 1) =>
  `fill="none" stroke="${colour}" stroke-width="${size}" stroke-opacity="${opacity}" stroke-linecap="round" ` +
  `stroke-linejoin="round"`
const solid = (colour: string, opacity = 1) => `fill="${colour}" fill-opacity="${opacity}"`

function coffee({ line, fill, ground }: Ink): string {
  const bean = (x: number, y: number, degrees: number, opacity: number) =>
    turned(
      degrees,
      x,
      y,
      `<ellipse rx="30" ry="20" ${solid(line, opacity)}/>${path('M-28 0C-10 -12 10 12 28 0', stroke(ground, 4))}`,
    )
  return (
    each(
      [
        [520, 70, 20, 0.25],
        [600, 310, -35, 0.35],
        [1060, 80, -20, 0.5],
        [985, 40, 40, 0.3],
        [1075, 318, 25, 0.55],
        [650, 140, 60, 0.2],
      ] as const,
      ([x, y, degrees, opacity]) => bean(x, y, degrees, opacity),
    ) +
    each([760, 830, 900], (x, at) =>
      path(`M${x} 118C${x - 26} 92 ${x + 26} 70 ${x} ${at === 1 ? 24 : 40}`, stroke(fill, 7, 0.55)),
    ) +
    path('M945 168C1030 150 1034 262 930 252', stroke(fill, 16)) +
    path('M700 150H950C950 250 912 304 825 304S700 250 700 150Z', solid(fill)) +
    `<ellipse cx="825" cy="152" rx="125" ry="22" ${solid(line)}/>` +
    `<ellipse cx="825" cy="155" rx="106" ry="15" ${solid(ground)}/>` +
    `<ellipse cx="825" cy="322" rx="190" ry="16" ${solid(line, 0.85)}/>`
  )
}

function salon({ line, fill }: Ink): string {
  const blossom = (x: number, y: number, size: number, opacity: number) =>
    turned(
      18,
      x,
      y,
      each([0, 60, 120, 180, 240, 300], (degrees) =>
        turned(
          degrees,
          0,
          0,
          `<ellipse cy="${-size * 0.62}" rx="${size * 0.34}" ry="${size * 0.5}" ${solid(line, opacity)}/>`,
        ),
      ) + circle(0, 0, size * 0.22, solid(fill, 0.9)),
    )
  const leaf = (x: number, y: number, degrees: number) =>
    turned(degrees, x, y, path('M0 0C26 -34 74 -34 108 0C74 34 26 34 0 0Z', solid(fill, 0.28)))
  return (
    path('M600 369C690 250 800 232 1125 60', stroke(fill, 6, 0.4)) +
    leaf(690, 268, -70) +
    leaf(730, 250, 18) +
    leaf(1000, 130, -75) +
    leaf(1020, 118, 20) +
    blossom(870, 196, 150, 0.75) +
    blossom(1062, 300, 92, 0.5) +
    blossom(650, 330, 62, 0.4) +
    blossom(1048, 70, 56, 0.6)
  )
}

function hotel({ line, fill, ground }: Ink): string {
  const windows = (x: number, y: number, columns: number, rows: number) =>
    each(
      Array.from({ length: columns * rows }, (_, at) => at),
      (at) =>
        box(
          x + (at % columns) * 42,
          y + Math.floor(at / columns) * 46,
          22,
          28,
          3,
          // Some guests are asleep.
          solid(at % 3 === 1 ? ground : line, at % 3 === 1 ? 0.7 : 1),
        ),
    )
  return (
    path('M1022 34A46 46 0 1 0 1054 92A38 38 0 1 1 1022 34Z', solid(line)) +
    each(
      [
        [560, 60],
        [650, 110],
        [720, 44],
        [905, 60],
        [1090, 150],
        [600, 190],
      ] as const,
      ([x, y], at) => circle(x, y, at % 2 === 0 ? 4 : 3, solid(fill, 0.7)),
    ) +
    path('M470 369C610 250 700 280 800 330S1040 250 1125 290V369Z', solid(fill, 0.12)) +
    box(760, 120, 190, 260, 8, solid(fill, 0.28)) +
    windows(784, 148, 4, 4) +
    box(690, 210, 84, 170, 6, solid(fill, 0.2)) +
    windows(702, 236, 2, 2) +
    box(944, 236, 110, 140, 6, solid(fill, 0.2)) +
    windows(962, 258, 2, 2) +
    path('M700 369H1100', stroke(line, 6))
  )
}

function shop({ line, fill, ground }: Ink): string {
  const bag = (x: number, y: number, size: number, degrees: number, colour: string, opacity: number) =>
    turned(
      degrees,
      x,
      y,
      path(
        `M${-size * 0.24} ${-size * 0.3}V${-size * 0.5}` +
          `A${size * 0.24} ${size * 0.24} 0 0 1 ${size * 0.24} ${-size * 0.5}V${-size * 0.3}`,
        stroke(colour, size * 0.06, opacity),
      ) +
        path(
          `M${-size * 0.5} ${-size * 0.34}H${size * 0.5}L${size * 0.58} ${size * 0.7}H${-size * 0.58}Z`,
          solid(colour, opacity),
        ) +
        path(
          `M${-size * 0.26} ${-size * 0.1}A${size * 0.26} ${size * 0.26} 0 0 0 ${size * 0.26} ${-size * 0.1}`,
          stroke(ground, size * 0.05),
        ),
    )
  const tag = (x: number, y: number, degrees: number) =>
    turned(degrees, x, y, `${path('M0 -26H70L96 0L70 26H0Z', solid(line, 0.5))}${circle(72, 0, 7, solid(ground))}`)
  return (
    tag(520, 90, 24) +
    tag(1020, 60, -30) +
    tag(560, 320, -18) +
    bag(720, 240, 150, -8, line, 0.55) +
    bag(1020, 250, 140, 9, line, 0.4) +
    bag(875, 214, 220, 0, fill, 1)
  )
}

function clinic({ line, fill, ground }: Ink): string {
  return (
    path('M470 190H640L672 120L716 280L752 160L776 190H810', stroke(line, 9, 0.55)) +
    path('M1020 190H1125', stroke(line, 9, 0.55)) +
    circle(915, 186, 130, solid(line, 0.14)) +
    circle(915, 186, 98, solid(line)) +
    path('M889 128H941V160H973V212H941V244H889V212H857V160H889Z', solid(ground)) +
    each(
      [
        [620, 70, 20],
        [1060, 80, 28],
        [700, 330, 24],
        [1070, 318, 16],
        [560, 290, 12],
      ] as const,
      ([x, y, r]) => circle(x, y, r, solid(fill, 0.14)),
    )
  )
}

function sports({ line, fill, ground }: Ink): string {
  return (
    each([0, 1, 2, 3, 4], (at) =>
      path(
        `M${420 + at * 60} 369C${560 + at * 60} ${110 - at * 6} 900 ${20 + at * 34} 1125 ${-60 + at * 62}`,
        stroke(fill, 3, 0.28),
      ),
    ) +
    turned(
      -24,
      860,
      212,
      box(-130, -12, 260, 24, 12, solid(fill)) +
        each(
          [-1, 1],
          (side) =>
            box(side * 150 - 26, -92, 52, 184, 16, solid(line)) +
            box(side * 206 - 20, -66, 40, 132, 14, solid(line, 0.7)) +
            box(side * 244 - 10, -16, 20, 32, 8, solid(fill)),
        ) +
        each([-60, -30, 0, 30, 60], (x) => path(`M${x - 6} -10L${x + 6} 10`, stroke(ground, 3, 0.6))),
    )
  )
}

const PICTURES: Readonly<Record<Industry, (ink: Ink) => string>> = { coffee, salon, hotel, shop, clinic, sports }

/** @returns an SVG of the cover's size that needs nothing from outside */
export function starterCover(industry: Industry, { colours, fields }: Pick<Design, 'colours' | 'fields'>): string {
  const { background, text, title } = colours
  const isUnderName = fields.center?.value.includes('{cardholder}') === true
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">` +
    `<defs><linearGradient id="l" x1="0" y1="0" x2="1" y2="1"><stop offset="0.35" stop-color="${title}" ` +
    `stop-opacity="0"/><stop offset="1" stop-color="${title}" stop-opacity="${isUnderName ? 0.1 : 0.24}"/>` +
    `</linearGradient></defs><rect width="${width}" height="${height}" fill="${background}"/>` +
    `<rect width="${width}" height="${height}" fill="url(#l)"/><g opacity="${isUnderName ? WATERMARK : 1}">` +
    `${PICTURES[industry]({ line: title, fill: text, ground: background })}</g></svg>`
  )
}

/** The design as galleries show it: the cover is drawn, and stored only when the card is saved. */
export const withDrawnCover = (industry: Industry | null, design: Design): Design =>
  industry === null
    ? design
    : {
        ...design,
        images: {
          ...design.images,
          cover: `data:image/svg+xml,${encodeURIComponent(starterCover(industry, design))}`,
        },
      }
