/**
 * What staff change with one call, in accounts of any size: no call may take more CPU because the account is large,
 * also where it ends something that very many clients have.
 */
import { forms } from '../contract/people/forms.ts'
import { type Criterion, segments } from '../contract/people/segments.ts'
import { tags } from '../contract/people/tags.ts'
import { templates } from '../contract/cards/templates.ts'
import { variables } from '../contract/cards/variables.ts'
import { bulkEdits } from '../contract/reach/bulk-edits.ts'
import { erasures } from '../contract/reach/erasures.ts'
import { holders } from '../contract/reach/holders.ts'
import { merges } from '../contract/reach/merges.ts'
import { pushes } from '../contract/reach/pushes.ts'
import { reminders } from '../contract/reach/reminders.ts'
import { triggers } from '../contract/reach/triggers.ts'
import { clients } from '../contract/people/clients.ts'
import { query } from '../test/direct-access.ts'
import type { Answer } from '../test/people.ts'
import type { TestServer } from '../test/server.ts'
import { cpuOf } from './cpu.ts'
import type { Step } from './read.ts'
import { cardStepsOf } from './staff-cards.ts'
import { crmStepsOf } from './staff-crm.ts'
import { importStepsOf } from './staff-imports.ts'
import type { BenchReport } from './report.ts'
import type { Sized } from './scale-rows.ts'

const CPU_MS = 50
/** The clock of the processes goes by ten milliseconds, and this process asks too. */
const SLACK_MS = 15
const TIMES = 5
/** Clients who have what is ended: very many more than are cleared in the call. */
const HAVE_IT = 5_000
/** Clients of one form at most; a smaller account has all of its clients there. */
const REMINDED = 100_000

/** @throws Error where the call is refused */
async function done(answer: Promise<Answer>): Promise<void> {
  const { status, body } = await answer
  if (status >= 300) throw new Error(JSON.stringify(body))
}

/** What a call has read, as the one that saves it takes it. */
const inputOf = ({ body }: { body: { shape: object } }, read: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(read).filter(([key]) => Object.hasOwn(body.shape, key)))

const male: Criterion = { kind: 'sex', operator: 'is', value: 'male' }
const spent: Criterion = { kind: 'spent', operator: 'gte', value: 12_000 }

function stepsOf(server: TestServer, { shop }: Sized): Record<string, Step> {
  const { c, owner, template } = shop
  const rows = <R extends object>(text: string, values: readonly unknown[] = []) =>
    query<R>(server, text, [c, ...values])
  const clientNo = async (no: number) => {
    const [one] = await rows<{ id: string; card_number: string }>(
      `select id, card_number from clients where cabinet_id = $1 and archived_at is null order by id offset $2 limit 1`,
      [no],
    )
    if (!one) throw new Error('there are not so many clients')
    return { id: one.id, number: String(one.card_number).padStart(6, '0') }
  }
  const of = (id: string) => ({ c, id })
  const inPart = `cabinet_id = $1 and archived_at is null order by id limit ${HAVE_IT}`
  const newSegment = async () => {
    const draft = await owner.send(segments.createSegment, { params: { c } })
    const body = { name: `S ${draft.id}`, match: 'all' as const, criteria: [male, spent], version: draft.version }
    return { params: { c, segmentId: draft.id }, body }
  }
  const newPush = (n: number) =>
    owner.send(pushes.createPush, {
      params: { c, pushType: 'text' },
      body: { name: `Written ${n}`, message: 'Soup is ready', templates: [template] },
    })
  return {
    'a client is saved': async (n) => {
      const { id } = await clientNo(n)
      const read = await owner.send(clients.readClient, { params: of(id) })
      const body = { ...inputOf(clients.saveClient, read), template: read.template.id, surname: `New ${n}` }
      return () => done(owner.ask(clients.saveClient, { params: of(id), body }))
    },
    'points are added': async (n) => {
      const { id } = await clientNo(10 + n)
      const body = { kind: 'bonus', action: 'add', amount: 500 } as const
      return () => owner.send(holders.changeAmount, { params: of(id), body })
    },
    'tags are set': async (n) => {
      const { id } = await clientNo(20 + n)
      return () => owner.send(tags.setClientTags, { params: of(id), body: { tags: [`Tag ${n}`] } })
    },
    'a message is sent to one': async (n) => {
      const [one] = await rows<{ id: string }>(
        `select client_id as id from client_wallets where cabinet_id = $1 and in_apple
         order by client_id offset $2 limit 1`,
        [n],
      )
      const params = of(one?.id ?? '')
      return () => owner.send(clients.sendMessage, { params, body: { message: 'Hello' } })
    },
    'a client is archived': async (n) => {
      const { id } = await clientNo(40 + n)
      return () => owner.send(erasures.archiveClient, { params: of(id) })
    },
    'two clients become one': async (n) => {
      const [one, other] = [await clientNo(50 + n), await clientNo(70 + n)]
      return () => owner.send(merges.mergeClients, { params: of(one.id), body: { client: other.id } })
    },
    'a client is erased': async (n) => {
      const { id, number } = await clientNo(90 + n)
      return () => owner.send(erasures.eraseClient, { params: of(id), body: { confirm: number } })
    },
    'a tag of many is removed': async (n) => {
      const tag = await owner.send(tags.createTag, { params: { c }, body: { name: `Many ${n}` } })
      await rows(
        `insert into client_tags (cabinet_id, tag_id, client_id)
         select cabinet_id, $2, id from clients where ${inPart}`,
        [tag.id],
      )
      return () => owner.send(tags.removeTag, { params: { c, tagId: tag.id } })
    },
    'a variable of many is removed': async (n) => {
      const body = { name: `seat${n}`, defaultValue: '', description: '' }
      const made = await owner.send(variables.createVariable, { params: { c }, body })
      await rows(
        `update clients set extra = extra || jsonb_build_object($2::text, 'A') where cabinet_id = $1
         and id in (select id from clients where ${inPart})`,
        [body.name],
      )
      return () => owner.send(variables.removeVariable, { params: of(made.id) })
    },
    'a form of many is removed': async (n) => {
      const made = await owner.send(forms.createForm, { params: { c }, body: { name: `Form ${n}`, template } })
      await rows(
        `update clients set form_id = (select id from forms where cabinet_id = $1 and form_key = $2)
         where cabinet_id = $1 and id in (select id from clients where ${inPart})`,
        [made.formKey],
      )
      return () => owner.send(forms.removeForm, { params: { c, formKey: made.formKey } })
    },
    'a push to many is removed': async () => {
      const [push] = await rows<{ push_id: string }>(
        `select r.push_id from push_runs r join pushes p on p.cabinet_id = r.cabinet_id and p.id = r.push_id
         where r.cabinet_id = $1 and p.status = 'done' and p.removed_at is null and not exists (
           select from triggers t where t.cabinet_id = $1 and t.push_id = r.push_id)
         order by r.cards desc, r.push_id limit 1`,
      )
      return () => owner.send(pushes.removePush, { params: { c, pushUuid: push?.push_id ?? '' } })
    },
    'a trigger that acted on many is removed': async () => {
      const made = await owner.send(triggers.createTrigger, { params: { c } })
      for (const [table, columns] of [
        ['trigger_insiders', ''],
        ['trigger_acts', ', occasion, at'],
      ] as const)
        await rows(
          `insert into ${table} (cabinet_id, trigger_id, client_id${columns})
           select cabinet_id, $2, id${columns && `, 'once', now()`} from clients where ${inPart}`,
          [made.id],
        )
      return () => owner.send(triggers.removeTrigger, { params: { c, triggerUuid: made.id } })
    },
    'a segment is saved': async () => {
      const input = await newSegment()
      return () => owner.send(segments.saveSegment, input)
    },
    'a trigger is turned on': async (n) => {
      const segment = await newSegment()
      await owner.send(segments.saveSegment, segment)
      const made = await owner.send(triggers.createTrigger, { params: { c } })
      const params = { c, triggerUuid: made.id }
      const settings = { activation: 'input', segment: segment.params.segmentId, action: 'template', template } as const
      const body = { ...inputOf(triggers.saveTrigger, made), ...settings, push: null, name: `Trigger ${n}` }
      await done(owner.ask(triggers.saveTrigger, { params, body }))
      return () => owner.send(triggers.switchTrigger, { params, body: { isActive: true } })
    },
    'a push is made': (n) => () => newPush(n),
    'a design is saved': async (n) => {
      const {
        name,
        design,
        birthdayEnabled,
        variables: values,
        version,
      } = await owner.send(templates.readTemplate, {
        params: { c, uuid: template },
      })
      const body = { name: `${name.slice(0, 20)} ${n}`, design, birthdayEnabled, variables: values, version }
      return () => owner.send(templates.saveTemplate, { params: { c, uuid: template }, body })
    },
    'who is asked for a bulk edit is counted': (n) => () =>
      owner.send(bulkEdits.previewBulkEdit, {
        params: { c },
        body: { rows: { of: 'filtered', q: 'an', filters: { sex: n % 2 === 0 ? 'male' : 'female' } } },
      }),
    'whom a reminder would reach is counted, where nearly all were reminded': async (n) => {
      const { formKey } = shop
      if (n === 0) {
        await rows(
          `update clients set consent_at = created_at, form_id = (
             select id from forms where cabinet_id = $1 and form_key = $2)
           where cabinet_id = $1 and id in (select id from clients where cabinet_id = $1 and archived_at is null
             order by id limit ${REMINDED})`,
          [formKey],
        )
        await rows(
          `insert into client_reminders (cabinet_id, client_id, form_id, at, channel, state, changed_at)
           select cabinet_id, id, form_id, now(), 'email', 'sent', now() from clients
           where cabinet_id = $1 and consent_at is not null and hashtext(id::text) % 1000 <> 0`,
        )
        await query(server, 'analyze clients, client_reminders, reminder_candidates')
      }
      return () => owner.send(reminders.estimateReminder, { params: { c, formKey }, query: { afterDays: 1 } })
    },
    // One that is still running is refused, which is no less work than to begin it.
    'cards are updated': () => () => owner.ask(templates.updateCards, { params: { c }, body: { template } }),
  }
}

/** Each five times, after one that does not count. */
export async function measureStaffWrites(
  server: TestServer,
  sized: Sized,
): Promise<Pick<BenchReport, 'lines' | 'ratios'>> {
  const report: Pick<BenchReport, 'lines' | 'ratios'> = { lines: [], ratios: [] }
  const steps = {
    ...stepsOf(server, sized),
    ...cardStepsOf(server, sized),
    ...crmStepsOf(server, sized),
    ...importStepsOf(server, sized),
  }
  for (const [name, step] of Object.entries(steps)) {
    const sum = { node: 0, postgres: 0 }
    for (let n = 0; n <= TIMES; n++) {
      const work = await step(n)
      const cpu = await cpuOf(server.superuser, work)
      if (n === 0) continue
      sum.node += cpu.node / TIMES
      sum.postgres += cpu.postgres / TIMES
    }
    const value = sum.node + sum.postgres
    report.lines.push(
      `${name}, ${sized.clients} clients: ${sum.node.toFixed(1)} + ${sum.postgres.toFixed(1)} ms of CPU`,
    )
    report.ratios.push({
      name: `${name}, ${sized.clients}: ms of CPU`,
      value,
      target: CPU_MS,
      ok: value <= CPU_MS + SLACK_MS,
    })
  }
  return report
}
