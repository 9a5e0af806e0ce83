/**
 * Colours of the public pages, by theme. A theme never follows the visitor's dark mode: the shop chose it.
 * The pages' style sheet repeats them as custom properties (a test compares both); the editor draws its swatches from
 * here.
 */
import type { Theme } from '../contract/limits.ts'

export type ThemeTokens = {
  page: string
  surface: string
  text: string
  text2: string
  /** Frame of a control; decorative lines are a lighter mix of it. */
  control: string
  button: string
  onButton: string
  error: string
}

/** Every pair is readable: text 13.9 : 1 or better, second text 5.9, frames 3.3, button texts 5.9, errors 6.6. */
export const THEME_TOKENS: Readonly<Record<Theme, ThemeTokens>> = {
  day: {
    page: '#f5f7fa',
    surface: '#ffffff',
    text: '#1b1e25',
    text2: '#525a67',
    control: '#868e9b',
    button: '#3d56d6',
    onButton: '#ffffff',
    error: '#b3202a',
  },
  day_sand: {
    page: '#f6efe3',
    surface: '#fffcf7',
    text: '#2b241a',
    text2: '#665a48',
    control: '#92836b',
    button: '#8a5a14',
    onButton: '#ffffff',
    error: '#a8281f',
  },
  night: {
    page: '#0f1115',
    surface: '#1a1d23',
    text: '#f1f3f6',
    text2: '#b0b8c4',
    control: '#737c8a',
    button: '#8fa4ff',
    onButton: '#10131a',
    error: '#ff8f8c',
  },
  night_blue: {
    page: '#0a1828',
    surface: '#10243a',
    text: '#eaf2fb',
    text2: '#a9bed4',
    control: '#62809f',
    button: '#5ec8f2',
    onButton: '#06131f',
    error: '#ff9a94',
  },
}
