/** Names in the braces of a path. A path with a name that is not declared here does not compile. */

/** `word` is any text that can be stored, up to 200 characters. */
type ParamKind = 'integer' | 'uuid' | 'word'
type PathParam = {
  kind: ParamKind
  /** For the API document. What `{id}` and `{uuid}` identify follows from the path. */
  description: string
  /** The number of a business: a malformed one is refused like one that does not exist. */
  isBusiness?: true
}

export const PATH_PARAMS = {
  c: { kind: 'integer', description: 'Number of the business.', isBusiness: true },
  cabinet: { kind: 'integer', description: 'Number of the business.', isBusiness: true },
  inviterCabinetId: { kind: 'integer', description: 'Number of the business that sent the invitation.' },
  no: { kind: 'integer', description: 'Number of the payment.' },
  id: { kind: 'uuid', description: 'Identifier.' },
  uuid: { kind: 'uuid', description: 'Identifier.' },
  userId: { kind: 'uuid', description: 'Identifier of the user.' },
  tagId: { kind: 'uuid', description: 'Identifier of the tag.' },
  cardId: { kind: 'uuid', description: 'Identifier of the card.' },
  viewId: { kind: 'uuid', description: 'Identifier of the view.' },
  eventId: { kind: 'uuid', description: 'Identifier of the event.' },
  placeUuid: { kind: 'uuid', description: 'Identifier of the saved place.' },
  pushUuid: { kind: 'uuid', description: 'Identifier of the push.' },
  billId: { kind: 'uuid', description: 'Identifier of the bill.' },
  payoutId: { kind: 'uuid', description: 'Identifier of the statement.' },
  actId: { kind: 'uuid', description: 'Identifier of the act.' },
  segmentId: { kind: 'uuid', description: 'Identifier of the segment.' },
  segmentUuid: { kind: 'uuid', description: 'Identifier of the segment.' },
  triggerUuid: { kind: 'uuid', description: 'Identifier of the trigger.' },
  domain: { kind: 'word', description: 'Identifier of the business in its addresses.' },
  email: { kind: 'word', description: 'Email address that was invited.' },
  formKey: { kind: 'word', description: 'Key of the form, the last part of its public address.' },
  moduleId: { kind: 'word', description: 'Name of the module.' },
  pushType: { kind: 'word', description: 'Type of the push: `text`, `geo` or `beacon`.' },
  tariffId: { kind: 'word', description: 'Key of the plan.' },
  key: { kind: 'word', description: 'Key of the plan.' },
  code: { kind: 'word', description: 'Code from the confirmation email.' },
  hash: { kind: 'word', description: 'Secret part of the unsubscribe link.' },
} as const satisfies Readonly<Record<string, PathParam>>

export type ParamName = keyof typeof PATH_PARAMS
export type NameIn<P extends string> = P extends `${string}{${infer Name}}${infer Rest}` ? Name | NameIn<Rest> : never
type ValueOf = { integer: number; uuid: string; word: string }
/** `'/applications/{c}/push/{pushUuid}'` takes `{ c: number; pushUuid: string }`. */
export type ParamsOf<P extends string> = {
  [Name in NameIn<P> & ParamName]: ValueOf[(typeof PATH_PARAMS)[Name]['kind']]
}
/** Refuses a path with an undeclared name. */
export type DeclaredPath<P extends string> = [NameIn<P>] extends [ParamName]
  ? P
  : `undeclared parameter: ${Exclude<NameIn<P>, ParamName>}`

export const paramsIn = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as ParamName)

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** The value of one part of a path; undefined if it does not have the declared shape. */
export function readParam(name: ParamName, text: string): string | number | undefined {
  const { kind } = PATH_PARAMS[name]
  if (kind === 'integer') return /^\d{1,16}$/.test(text) ? Number(text) : undefined
  if (kind === 'uuid') return UUID.test(text) ? text : undefined
  return text.length <= 200 ? text : undefined
}
