import { z } from 'zod'
import { call, savedIn } from '../call.ts'
import { SEGMENT_CRITERIA_MAX, SEGMENT_LIST_MAX } from '../limits.ts'
import { AmountMinor, Id, Nothing, PageQuery, RequiredText, Time, Version } from '../page.ts'

/** Cards show six digits; plastic cards may have one more. */
const CardNumber = z.int().min(1).max(9_999_999)
const Age = z.int().min(0).max(130)
const Discount = z.int().min(0).max(100_00)

/** Of the last days, today included; left out: of all time. */
const Days = z.int().min(1).max(3650).optional()
const Count = z.int().min(0).max(1_000_000)

const range = (of: z.ZodType<number, number>) =>
  z.object({ from: of, to: of }).refine((one) => one.from <= one.to, { path: ['to'], error: 'range_order' })
const some = <T extends z.ZodType>(of: T) => z.array(of).min(1, { error: 'choose_some' }).max(SEGMENT_LIST_MAX)
const Word = RequiredText(40)

const numeric = <const K extends string>(kind: K, value: z.ZodType<number, number>) =>
  [
    z.object({ kind: z.literal(kind), operator: z.enum(['eq', 'ne', 'lt', 'lte', 'gt', 'gte']), value }),
    z.object({ kind: z.literal(kind), operator: z.literal('between'), value: range(value) }),
  ] as const

/** What was bought; a sale that was given back as a whole is none. */
const bought = <const K extends string>(kind: K, value: z.ZodType<number, number>) => {
  const [one, between] = numeric(kind, value)
  return [one.extend({ days: Days }), between.extend({ days: Days })] as const
}

/**
 * One condition. Amounts are in minor units, a discount in hundredths of a percent, an age in full years of the Moscow
 * day.
 */
export const Criterion = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('formKey'),
    operator: z.enum(['one_of', 'none_of']),
    value: some(z.string().min(1).max(40)),
  }),
  z.object({ kind: z.literal('templateUUID'), operator: z.enum(['one_of', 'none_of']), value: some(Id) }),
  z.object({ kind: z.literal('tag'), operator: z.enum(['one_of', 'none_of']), value: some(Id) }),
  z.discriminatedUnion('operator', [
    z.object({ kind: z.literal('sex'), operator: z.enum(['is', 'is_not']), value: z.enum(['male', 'female']) }),
    z.object({ kind: z.literal('sex'), operator: z.literal('unknown') }),
  ]),
  z.discriminatedUnion('operator', [
    z.object({ kind: z.literal('promo'), operator: z.enum(['is', 'starts']), value: Word }),
    z.object({ kind: z.literal('promo'), operator: z.literal('one_of'), value: some(Word) }),
    z.object({ kind: z.literal('promo'), operator: z.enum(['empty', 'not_empty']) }),
  ]),
  z.discriminatedUnion('operator', [
    z.object({ kind: z.literal('cardnumber'), operator: z.literal('eq'), value: CardNumber }),
    z.object({ kind: z.literal('cardnumber'), operator: z.literal('between'), value: range(CardNumber) }),
    z.object({ kind: z.literal('cardnumber'), operator: z.literal('one_of'), value: some(CardNumber) }),
    /** As the number is printed, leading zeros included. */
    z.object({
      kind: z.literal('cardnumber'),
      operator: z.literal('starts'),
      value: z
        .string()
        .trim()
        .regex(/^\d{1,7}$/, { error: 'digits' }),
    }),
  ]),
  z.discriminatedUnion('operator', [
    ...numeric('age', Age),
    z.object({ kind: z.literal('age'), operator: z.literal('unknown') }),
  ]),
  z.discriminatedUnion('operator', [...numeric('balance', AmountMinor)]),
  z.discriminatedUnion('operator', [...numeric('bonus', AmountMinor)]),
  z.discriminatedUnion('operator', [...numeric('discount', Discount)]),
  z.discriminatedUnion('operator', [...bought('purchases', Count)]),
  z.discriminatedUnion('operator', [...bought('spent', AmountMinor)]),
  /** Moscow days since the last purchase: 0 is today. */
  z.discriminatedUnion('operator', [
    z.object({
      kind: z.literal('lastPurchase'),
      operator: z.enum(['lt', 'lte', 'gt', 'gte']),
      value: z.int().min(0).max(3650),
    }),
    z.object({
      kind: z.literal('lastPurchase'),
      operator: z.literal('between'),
      value: range(z.int().min(0).max(3650)),
    }),
    z.object({ kind: z.literal('lastPurchase'), operator: z.literal('never') }),
  ]),
])
export type Criterion = z.infer<typeof Criterion>
export type CriterionKind = Criterion['kind']
export type OperatorOf<K extends CriterionKind> = Extract<Criterion, { kind: K }>['operator']

/** Operators of each kind, in the order in which they are offered. */
export const OPERATORS = {
  formKey: ['one_of', 'none_of'],
  tag: ['one_of', 'none_of'],
  sex: ['is', 'is_not', 'unknown'],
  promo: ['is', 'one_of', 'starts', 'empty', 'not_empty'],
  cardnumber: ['eq', 'between', 'one_of', 'starts'],
  templateUUID: ['one_of', 'none_of'],
  age: ['eq', 'ne', 'lt', 'lte', 'gt', 'gte', 'between', 'unknown'],
  balance: ['eq', 'ne', 'lt', 'lte', 'gt', 'gte', 'between'],
  bonus: ['eq', 'ne', 'lt', 'lte', 'gt', 'gte', 'between'],
  discount: ['eq', 'ne', 'lt', 'lte', 'gt', 'gte', 'between'],
  purchases: ['eq', 'ne', 'lt', 'lte', 'gt', 'gte', 'between'],
  spent: ['eq', 'ne', 'lt', 'lte', 'gt', 'gte', 'between'],
  lastPurchase: ['lt', 'lte', 'gt', 'gte', 'between', 'never'],
} as const satisfies { [K in CriterionKind]: readonly OperatorOf<K>[] }
export const CRITERION_KINDS = Object.keys(OPERATORS) as CriterionKind[]

/** `all`: a client has to match every condition; `any`: at least one. */
export const Match = z.enum(['all', 'any'])
export type Match = z.infer<typeof Match>

export const Rules = z.object({
  match: Match,
  criteria: z.array(Criterion).min(1, { error: 'criteria_none' }).max(SEGMENT_CRITERIA_MAX),
})
export type Rules = z.infer<typeof Rules>

/** What uses a segment, which then cannot be deleted. */
export const SegmentUse = z.object({ kind: z.enum(['push', 'trigger', 'view']), id: Id, name: z.string() })
export type SegmentUse = z.infer<typeof SegmentUse>

export const Segment = z.object({
  id: Id,
  /** Empty on a draft. */
  name: z.string(),
  match: Match,
  criteria: z.array(Criterion),
  /** Created and not saved yet: not in any list, cannot be used, and is deleted when its page is left. */
  isDraft: z.boolean(),
  /** Clients who matched at `countedAt`. */
  size: z.int(),
  /** Whether `size` comes from a part of the clients, as in a large account: about so many; 0: hardly anybody. */
  isEstimate: z.boolean(),
  countedAt: Time.nullable(),
  usedBy: z.array(SegmentUse),
  createdAt: Time,
  updatedAt: Time,
  version: Version,
})
export type Segment = z.infer<typeof Segment>

export const SegmentInput = Rules.extend({ name: RequiredText(80), version: Version })
export type SegmentInput = z.infer<typeof SegmentInput>

export const SEGMENT_SORTS = ['updated', 'name', 'size'] as const

export const SegmentSize = z.object({ size: z.int(), clients: z.int(), countedAt: Time })

export const SegmentCount = z.object({
  /** Clients who match. */
  size: z.int(),
  /** Whether `size` comes from a part of the clients: about so many match; 0: hardly anybody. */
  isEstimate: z.boolean(),
  /** Clients of the cabinet. */
  clients: z.int(),
  /** How many match each condition alone, in the order of the conditions. */
  rows: z.array(z.int()),
  /** Which of `rows` come from a part of the clients, in the same order. */
  rowEstimates: z.array(z.boolean()),
  /** A few who match, the latest first. */
  samples: z.array(z.object({ id: Id, name: z.string(), surname: z.string(), cardNumber: z.int() })),
})
export type SegmentCount = z.infer<typeof SegmentCount>

const readSegment = call('GET', '/applications/{c}/segment/{segmentId}', {
  who: 'member',
  plan: 'advanced',
  scope: 'clients:read',
  summary: 'Get a segment',
  description: 'Returns one segment. Drafts can be read too.',
  reply: Segment,
  errors: { segment_not_found: 404 },
})

export const segments = {
  listSegments: call('GET', '/applications/{c}/segments', {
    who: 'member',
    mayLag: true,
    plan: 'advanced',
    scope: 'clients:read',
    summary: 'List segments',
    description:
      'Returns the segments with their sizes, which are estimates in a large account. Drafts are not included.',
    paged: true,
    query: PageQuery.extend({ o: z.enum(SEGMENT_SORTS).default('updated') }),
    reply: z.array(Segment),
  }),
  createSegment: call('POST', '/applications/{c}/segment', {
    who: 'member',
    plan: 'advanced',
    summary: 'Create a segment',
    description:
      'Creates a draft segment without conditions. It counts towards the limit of the plan once it has been ' +
      'saved.',
    status: 201,
    reply: Segment,
    errors: { segment_limit: 403, cards_not_active: 406 },
  }),
  countSegment: call('POST', '/applications/{c}/segment/count', {
    who: 'member',
    mayLag: true,
    plan: 'advanced',
    scope: 'clients:read',
    readsOnly: true,
    summary: 'Count clients by conditions',
    description:
      'Returns how many clients match conditions that need not be saved: all conditions together and each one ' +
      'alone. With `count=about` a large account is not read as a whole: a number may then be an estimate with two ' +
      'reliable digits, and says so. No estimate is 0.',
    query: z.object({ count: z.enum(['exact', 'about']).default('exact') }),
    body: Rules,
    reply: SegmentCount,
  }),
  readSegment,
  saveSegment: call('PUT', '/applications/{c}/segment/{segmentId}', {
    who: 'member',
    plan: 'advanced',
    summary: 'Save a segment',
    description:
      'Saves a segment; saving for the first time turns a draft into a segment. Its members are up to date ' +
      'immediately. An outdated `version` is refused.',
    keeps: savedIn(readSegment, (segment) => segment),
    body: SegmentInput,
    reply: Segment,
    errors: { segment_not_found: 404, version_conflict: 409, segment_limit: 403 },
  }),
  removeSegment: call('DELETE', '/applications/{c}/segment/{segmentUuid}', {
    who: 'member',
    plan: 'advanced',
    operationId: 'deleteSegment',
    summary: 'Delete a segment',
    description:
      'Deletes a segment. One that is used by a trigger, a push or a saved view cannot be deleted. ' +
      'Members need the right `delete`; a draft that was never saved can be deleted without it.',
    reply: Nothing,
    errors: { segment_not_found: 404, segment_in_use: 409 },
  }),
  segmentSize: call('GET', '/applications/{c}/segment/{segmentId}/size', {
    who: 'member',
    mayLag: true,
    plan: 'advanced',
    scope: 'clients:read',
    operationId: 'readSegmentSize',
    summary: 'Get the size of a segment',
    description: 'Returns how many clients are in a segment now; all of them are counted.',
    reply: SegmentSize,
    errors: { segment_not_found: 404 },
  }),
}
