/** Every room of the API, in the order of the house. */
import { access } from './access.ts'
import { cabinets } from './cabinets.ts'
import { certificates } from './certificates.ts'
import { clients } from './clients.ts'
import { forms } from './forms.ts'
import { issuing } from './issuing.ts'
import { pushes } from './pushes.ts'
import { templates } from './templates.ts'
import { users } from './users.ts'
import { variables } from './variables.ts'

export const ALL_ROOMS = { users, cabinets, access, certificates, variables, templates, forms, issuing, clients, pushes }
