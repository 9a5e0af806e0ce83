/** What the cabinet says before an account is opened: all that the first load brings. */
import common from './common.json' with { type: 'json' }
import shell from './shell.json' with { type: 'json' }
import users from './platform/users.json' with { type: 'json' }
import cabinets from './platform/cabinets.json' with { type: 'json' }
import support from './platform/support.json' with { type: 'json' }
import refusals from './refusals.json' with { type: 'json' }

export const front = { common, shell, users, cabinets, support, refusals }
