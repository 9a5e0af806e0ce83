import { z } from 'zod'
import { call, savedIn } from '../call.ts'
import { CLIENT_FIELD_NAMES } from '../people/client-fields.ts'
import { CLIENT_VARIABLES } from '../people/forms.ts'
import { SYSTEM_VARIABLES } from '../limits.ts'
import { Id, Nothing, OptionalText } from '../page.ts'

const RESERVED: ReadonlySet<string> = new Set(
  [...SYSTEM_VARIABLES, ...CLIENT_FIELD_NAMES, ...CLIENT_VARIABLES].map((name) => name.toLowerCase()),
)

/** A variable's name: Latin letter first, then Latin letters and digits; not a name that the product fills in. */
export const VariableName = z
  .string()
  .trim()
  .min(1, { error: 'required' })
  .regex(/^[A-Za-z][A-Za-z0-9]{0,39}$/, { error: 'variable_name' })
  .refine((name) => !RESERVED.has(name.toLowerCase()), { error: 'variable_reserved' })

export const Variable = z.object({
  id: z.string(),
  name: z.string(),
  defaultValue: z.string(),
  description: z.string(),
  isSystem: z.boolean(),
})
export type Variable = z.infer<typeof Variable>

export const VariableInput = z.object({
  name: VariableName,
  /** Shown on cards of clients without a value. */
  defaultValue: OptionalText(200),
  description: OptionalText(200),
})
export type VariableInput = z.infer<typeof VariableInput>

const Place = z.object({ id: z.string(), name: z.string() })

/** Where a variable of the cabinet is used; the id of a form is its key. */
export const VariableUses = z.object({
  id: Id,
  forms: z.array(Place),
  templates: z.array(Place),
  pushes: z.array(Place),
  /** Clients who have a value. */
  clients: z.int(),
})
export type VariableUses = z.infer<typeof VariableUses>

const listVariables = call('GET', '/applications/{c}/variables', {
  who: 'member',
  scope: 'cards:read',
  summary: 'List variables',
  description: 'Returns the system variables and the variables of the business.',
  reply: z.array(Variable),
})

export const variables = {
  listVariables,
  variableUses: call('GET', '/applications/{c}/variables/uses', {
    who: 'member',
    operationId: 'listVariableUses',
    summary: 'List the uses of variables',
    description: 'Returns where each variable of the business is used.',
    reply: z.array(VariableUses),
  }),
  createVariable: call('POST', '/applications/{c}/variables', {
    who: 'member',
    summary: 'Create a variable',
    description:
      'Creates a variable. Its name must be unique regardless of upper and lower case. The name of a deleted ' +
      'variable is free once the values of all clients are cleared, which takes a while in a large account.',
    body: VariableInput,
    status: 201,
    reply: Variable,
    errors: { variable_taken: 409, variable_limit: 403 },
  }),
  saveVariable: call('PUT', '/applications/{c}/variables/{id}', {
    who: 'member',
    summary: 'Save a variable',
    description:
      'Saves a variable. A variable in use cannot be renamed. A new default value also reaches cards that have ' +
      'been issued, soon after the call when they are many.',
    keeps: savedIn(listVariables, (all, { id }) => all.find((one) => one.id === id)),
    body: VariableInput,
    /** `cards`: those that show the new default value; of very many about how many. */
    reply: Variable.extend({ cards: z.int() }),
    errors: { variable_not_found: 404, variable_taken: 409, variable_in_use: 409, variable_has_values: 409 },
  }),
  removeVariable: call('DELETE', '/applications/{c}/variables/{id}', {
    who: 'member',
    right: 'delete',
    operationId: 'deleteVariable',
    summary: 'Delete a variable',
    description:
      'Deletes a variable together with the values that clients have in it. A variable used by a form, card ' +
      'template or push cannot be deleted.',
    reply: Nothing,
    errors: { variable_not_found: 404, variable_in_use: 409 },
  }),
}
