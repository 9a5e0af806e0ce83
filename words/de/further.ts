/** What single pages say: the browser loads the file of each room with the first page that speaks from it. */
import offer from './offer.json' with { type: 'json' }
import access from './access.json' with { type: 'json' }
import starters from './starters.json' with { type: 'json' }
import templates from './templates.json' with { type: 'json' }
import forms from './forms.json' with { type: 'json' }
import clients from './clients.json' with { type: 'json' }
import exports from './exports.json' with { type: 'json' }
import integration from './integration.json' with { type: 'json' }
import pushes from './pushes.json' with { type: 'json' }
import segments from './segments.json' with { type: 'json' }
import triggers from './triggers.json' with { type: 'json' }
import certificates from './certificates.json' with { type: 'json' }
import marketplace from './marketplace.json' with { type: 'json' }
import variables from './variables.json' with { type: 'json' }
import keys from './keys.json' with { type: 'json' }
import letters from './letters.json' with { type: 'json' }
import acceptance from './acceptance.json' with { type: 'json' }
import operator from './operator.json' with { type: 'json' }
import deeds from './deeds.json' with { type: 'json' }
import phone from './phone.json' with { type: 'json' }
import faults from './faults.json' with { type: 'json' }
import verification from './verification.json' with { type: 'json' }

export const further = {
  faults,
  offer,
  access,
  starters,
  templates,
  forms,
  clients,
  exports,
  integration,
  pushes,
  segments,
  triggers,
  certificates,
  marketplace,
  variables,
  keys,
  letters,
  acceptance,
  operator,
  deeds,
  phone,
  verification,
}
