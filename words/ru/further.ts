/** What single pages say: the browser loads the file of each room with the first page that speaks from it. */
import offer from './platform/offer.json' with { type: 'json' }
import access from './platform/access.json' with { type: 'json' }
import starters from './cards/starters.json' with { type: 'json' }
import templates from './cards/templates.json' with { type: 'json' }
import forms from './people/forms.json' with { type: 'json' }
import clients from './people/clients.json' with { type: 'json' }
import exports from './people/exports.json' with { type: 'json' }
import integration from './business/integration.json' with { type: 'json' }
import pushes from './reach/pushes.json' with { type: 'json' }
import segments from './people/segments.json' with { type: 'json' }
import triggers from './reach/triggers.json' with { type: 'json' }
import certificates from './cards/certificates.json' with { type: 'json' }
import marketplace from './reach/marketplace.json' with { type: 'json' }
import variables from './cards/variables.json' with { type: 'json' }
import keys from './platform/keys.json' with { type: 'json' }
import emails from './platform/emails.json' with { type: 'json' }
import acceptance from './cards/acceptance.json' with { type: 'json' }
import operator from './business/operator.json' with { type: 'json' }
import deeds from './business/deeds.json' with { type: 'json' }
import phone from './reach/phone.json' with { type: 'json' }
import faults from './platform/faults.json' with { type: 'json' }
import verification from './people/verification.json' with { type: 'json' }

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
  emails,
  acceptance,
  operator,
  deeds,
  phone,
  verification,
}
