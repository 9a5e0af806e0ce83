/** The order of the test files: what takes longest starts first, so that both workers end at the same time. */
import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Beginnings of paths, the longest first; all other files follow by their size. */
export const LONGEST: readonly string[] = [
  'test/stories/screens',
  'test/stories/keyboard',
  'test/stories/',
  'test/hostile',
  'pages/form-script',
  'server/reach/pushes/',
  'test/start',
  'scripts/postgres/',
  'server/',
]

export function rankOf(path: string): number {
  const rank = LONGEST.findIndex((one) => path.startsWith(one))
  return rank === -1 ? LONGEST.length : rank
}

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = (file: TestSpecification) => rankOf(relative(this.ctx.config.root, file.moduleId))
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b))
  }
}
