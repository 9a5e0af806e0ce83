/** Pages of the audit log, the latest first: each starts where the one before it ended. */

export type AuditCursor = { at: Date; id: string }

/** `1764000000000.` and an id: where the page before ended. */
export function auditCursorOf(text: string): AuditCursor | undefined {
  const [ms = '', id = ''] = text.split('.')
  return text === '' ? undefined : { at: new Date(Number(ms)), id }
}

/** @param found one row more than `limit`, where there are as many */
export function cutAuditPage<Row extends AuditCursor>(found: readonly Row[], limit: number) {
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  return { rows, before: found.length > limit && last ? `${last.at.getTime()}.${last.id}` : null }
}
