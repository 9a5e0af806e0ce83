/** The growth of a business, with the names of its forms and designs. */
import type { Growth, GrowthPart, GrowthQuery, GrowthStep } from '../../../contract/people/growth.ts'
import { forms as formContract } from '../../../contract/people/forms.ts'
import { templates as templateContract } from '../../../contract/cards/templates.ts'
import { addDays, moscowDay, nextPeriod, startOfPeriod } from '../../../contract/time.ts'
import type { CabinetDb } from '../../base/db.ts'
import { refusals } from '../../base/refusal.ts'
import { templateNames } from '../../cards/templates/templates.ts'
import { findForm, formLabels, linkNames } from '../../people/forms/forms.ts'
import * as growth from '../../people/growth/growth.ts'

const STEP_OF_DAYS = { 30: 'day', 90: 'week', 365: 'month' } as const

const figures = growth.figuresOf

/** The sums of one kind: by period, by form, by design or by source. */
function countsBy(sums: readonly growth.Sum[], by: growth.Sum['by']): Map<string | null, growth.Counts> {
  const all = new Map<string | null, growth.Counts>()
  for (const sum of sums) {
    if (sum.by !== by) continue
    const counts = all.get(sum.key) ?? {}
    counts[sum.event] = sum.count
    all.set(sum.key, counts)
  }
  return all
}

const add = (counts: readonly growth.Counts[]): growth.Counts => {
  const total: growth.Counts = {}
  for (const one of counts)
    for (const [event, count] of Object.entries(one) as [growth.GrowthEvent, number][])
      total[event] = (total[event] ?? 0) + count
  return total
}

/** Parts with the most cards first; the deleted ones are one part. */
function partsOf(
  counts: ReadonlyMap<string | null, growth.Counts>,
  labelOf: (key: string) => { id: string; name: string } | undefined,
): GrowthPart[] {
  const groups = Map.groupBy(counts, ([key]) => {
    if (key === null) return 'none'
    return labelOf(key) === undefined ? 'deleted' : key
  })
  return [...groups]
    .map(([group, members]) => ({
      ...(labelOf(group) ?? { id: group === 'none' ? null : group, name: null }),
      ...figures(add(members.map(([, one]) => one))),
    }))
    .toSorted((one, other) => other.issued - one.issued || other.opened - one.opened)
}

/** A form or a design by which the graph is narrowed. @throws Refusal form_not_found, template_not_found */
async function narrowedTo(db: CabinetDb, query: GrowthQuery) {
  const form = query.form === undefined ? undefined : await findForm(db, query.form)
  if (query.form !== undefined && !form) throw refusals(formContract)('form_not_found')
  const isTemplate = async (id: string) => (await templateNames(db)).some((one) => one.id === id)
  if (query.template !== undefined && !(await isTemplate(query.template)))
    throw refusals(templateContract)('template_not_found')
  return {
    ...(form && { formId: form.id }),
    ...(query.template !== undefined && { templateId: query.template }),
    ...(query.link !== undefined && { source: growth.sourceOfLink(query.link) }),
    ...(query.source !== undefined && { source: growth.storedSource(query.source) }),
  }
}

function periodsOf(
  counts: ReadonlyMap<string | null, growth.Counts>,
  { step, from, to, visitsSince }: { step: GrowthStep; from: string; to: string; visitsSince: string | null },
): Growth['periods'] {
  const periods: Growth['periods'] = []
  for (let start = from; start <= to; start = nextPeriod(step, start)) {
    const areVisitsCounted = visitsSince !== null && nextPeriod(step, start) > visitsSince
    const one = figures(counts.get(start))
    periods.push({ start, ...one, opened: areVisitsCounted ? one.opened : null })
  }
  return periods
}

export async function readGrowth(db: CabinetDb, query: GrowthQuery, now: Date): Promise<Growth> {
  const step = query.step ?? STEP_OF_DAYS[query.days]
  const to = moscowDay(now)
  const from = startOfPeriod(step, addDays(to, 1 - Number(query.days)))
  const sums = await growth.readSums(db, { from, to, ...(await narrowedTo(db, query)) }, step)
  const visitsSince = await growth.firstVisit(db)
  const starts = countsBy(sums, 'start')
  const total = figures(add([...starts.values()]))
  const labels = await formLabels(db)
  const links = new Map((await linkNames(db)).map((one) => [one.id, one]))
  const sources = countsBy(sums, 'source')
  const isLink = ([stored]: [string | null, growth.Counts]) => growth.linkOfSource(stored ?? '') !== undefined
  const templates = new Map((await templateNames(db)).map(({ id, name }) => [id, { id, name }]))
  return {
    step,
    from,
    to,
    visitsSince,
    periods: periodsOf(starts, { step, from, to, visitsSince }),
    total: { ...total, opened: visitsSince === null ? null : total.opened },
    forms: partsOf(countsBy(sums, 'form'), (id) => labels.get(id)),
    templates: partsOf(countsBy(sums, 'template'), (id) => templates.get(id)),
    sources: partsOf(new Map([...sources].filter((one) => !isLink(one))), (stored) => {
      const name = growth.shownSource(stored)
      return { id: name, name }
    }),
    links: partsOf(new Map([...sources].filter(isLink)), (stored) => links.get(growth.linkOfSource(stored) ?? '')),
    knownLinks: [...links.values()],
    knownSources: await growth.sourceNames(db),
  }
}
