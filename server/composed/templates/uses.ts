/** What uses templates: forms, issued cards, pushes and triggers. */
import type { CabinetDb } from '../../base/db.ts'
import type { TemplateUses } from '../../cards/templates/templates.ts'
import { countFormsOf } from '../../people/forms/forms.ts'
import { countPassesOf } from '../../reach/passes/passes.ts'
import { countPushesOf } from '../../reach/pushes/pushes.ts'
import { countTriggersOf } from '../../reach/triggers/triggers.ts'

/** @returns the counts of any of these templates */
export async function usesOfTemplates(
  db: CabinetDb,
  templateIds: readonly string[],
): Promise<(templateId: string) => TemplateUses> {
  const [issued, forms, pushes, triggers] = await Promise.all([
    countPassesOf(db, templateIds),
    countFormsOf(db, templateIds),
    countPushesOf(db, templateIds),
    countTriggersOf(db, templateIds),
  ])
  return (id) => ({
    issued: issued.get(id) ?? 0,
    forms: forms.get(id) ?? 0,
    pushes: pushes.get(id) ?? 0,
    triggers: triggers.get(id) ?? 0,
  })
}
