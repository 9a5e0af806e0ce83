/** Which official wallet badges the build has, and whether what is there is a picture. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LANGUAGES } from '../../contract/limits.ts'
import { byHand, type Check, type Finding, good, missing } from './finding.ts'

const WALLETS = ['apple', 'google'] as const

/** Artwork that is shown inside the page: nothing in it may run or be loaded. */
const isSafePicture = (svg: string) =>
  /<svg[\s>]/i.test(svg) && !/<script|<foreignObject|\son\w+\s*=|javascript:/i.test(svg)

/** @param folder pages/badges, or a copy of it */
export function judgeBadges(folder: string): Finding[] {
  const files = WALLETS.flatMap((wallet) => LANGUAGES.map((lang) => `${wallet}-${lang}.svg`))
  const here = files.filter((file) => existsSync(join(folder, file)))
  const wrong = here.filter((file) => !isSafePicture(readFileSync(join(folder, file), 'utf8')))
  const absent = files.filter((file) => !here.includes(file))
  if (wrong.length > 0)
    return [missing('Badges', `${wrong.join(', ')} in pages/badges: not a plain SVG picture, download it again`)]
  if (absent.length > 0)
    return [
      byHand(
        'Badges',
        `pages/badges lacks ${absent.join(', ')}: visitors see plain buttons there; pages/badges/readme.md says ` +
          'where the official artwork is, then build again',
      ),
    ]
  return [good('Badges', 'the official artwork of both wallets in every language')]
}

export const checkBadges: Check = async () => judgeBadges(join(import.meta.dirname, '../../pages/badges'))
