/** A statement as it is traced: its text holds no values, they are sent beside it. */
import { currentContext } from './context.ts'
import { inSpan } from './in-span.ts'

const LONGEST_TEXT = 1000

export function watchStatement<T>(text: string, work: () => Promise<T>): Promise<T> {
  if (!currentContext()?.span) return work()
  const verb = /^\s*(\w{1,20})/.exec(text)?.[1]?.toUpperCase() ?? 'QUERY'
  return inSpan(
    verb,
    'client',
    {
      'db.system.name': 'postgresql',
      'db.operation.name': verb,
      'db.query.text': text.replace(/\s+/g, ' ').slice(0, LONGEST_TEXT),
    },
    work,
  )
}
