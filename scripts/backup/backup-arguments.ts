/** What follows `npm run backup --` and `npm run restore --`. */
import { isAbsolute, join } from 'node:path'
import { parseArgs } from 'node:util'
import { BadSetting } from '../../server/base/env.ts'

const ROOT = join(import.meta.dirname, '../..')
/** npm runs its commands in the checkout, whose paths do not begin where the user is. */
const whole = (path: string) => (isAbsolute(path) ? path : join(process.env['INIT_CWD'] ?? ROOT, path))

export type BackupArguments = { file: string | undefined; keyFile: string | undefined }

/** @throws BadSetting */
export function readArguments(given: readonly string[]): BackupArguments {
  try {
    const { values, positionals } = parseArgs({
      args: [...given],
      allowPositionals: true,
      options: { key: { type: 'string' } },
    })
    if (positionals.length > 1) throw new Error(`One file, not ${positionals.length}`)
    const [file] = positionals
    return { file: file && whole(file), keyFile: values.key && whole(values.key) }
  } catch (error) {
    throw new BadSetting(error instanceof Error ? error.message : String(error))
  }
}
