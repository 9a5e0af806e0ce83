/** Lines that no formatter could break: texts and SQL are broken by hand. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const LONGEST = 120
const FOLDERS = 'contract,words,card,server,web,pages,phone,emulators,db,test,bench,scripts'

/** Text of each source file by its path. */
export function sourceFiles(root: string): ReadonlyMap<string, string> {
  const files = globSync([`{${FOLDERS}}/**/*.{ts,tsx,mjs,css,sql}`, '*.ts'], { cwd: root }).sort()
  return new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]))
}

/** One line for each: where it is and how long, in characters. */
export function longLines(files: ReadonlyMap<string, string>): string[] {
  return [...files].flatMap(([file, text]) =>
    text.split('\n').flatMap((line, index) => {
      const length = [...line].length
      return length > LONGEST ? [`${file}:${index + 1} has ${length} characters`] : []
    }),
  )
}
