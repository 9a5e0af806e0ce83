/** Every room of the API, in the order of the API document. */
import { access } from './platform/access.ts'
import { activity } from './business/activity.ts'
import { billing } from './business/billing.ts'
import { bills } from './business/bills.ts'
import { cabinets } from './platform/cabinets.ts'
import { certificates } from './cards/certificates.ts'
import { issuers } from './cards/issuers.ts'
import { changes } from './people/changes.ts'
import { clientViews } from './people/client-views.ts'
import { clients } from './people/clients.ts'
import { codes } from './platform/codes.ts'
import { clientExports } from './people/exports.ts'
import { faults } from './platform/faults.ts'
import { finance } from './business/finance.ts'
import { ledger } from './business/ledger.ts'
import { modulePrices } from './business/module-prices.ts'
import { formLinks } from './people/form-links.ts'
import { externalEvents } from './people/external-events.ts'
import { forms } from './people/forms.ts'
import { growth } from './people/growth.ts'
import { hooks } from './business/hooks.ts'
import { imports } from './people/imports.ts'
import { integration } from './business/integration.ts'
import { issuing } from './reach/issuing.ts'
import { erasures } from './reach/erasures.ts'
import { bulkEdits } from './reach/bulk-edits.ts'
import { holders } from './reach/holders.ts'
import { merges } from './reach/merges.ts'
import { keys } from './platform/keys.ts'
import { emails } from './platform/emails.ts'
import { marketplace } from './reach/marketplace.ts'
import { formLooks } from './business/form-looks.ts'
import { operator } from './business/operator.ts'
import { emulatedWorld } from './business/emulated-world.ts'
import { overview } from './business/overview.ts'
import { notifications } from './platform/notifications.ts'
import { payments } from './business/payments.ts'
import { payouts } from './business/payouts.ts'
import { partner } from './business/partner.ts'
import { places } from './cards/places.ts'
import { poll } from './business/poll.ts'
import { posters } from './people/posters.ts'
import { preorders } from './reach/preorders.ts'
import { reminders } from './reach/reminders.ts'
import { purchases } from './reach/purchases.ts'
import { pushes } from './reach/pushes.ts'
import { segments } from './people/segments.ts'
import { support } from './platform/support.ts'
import { tags } from './people/tags.ts'
import { templates } from './cards/templates.ts'
import { triggers } from './reach/triggers.ts'
import { users } from './platform/users.ts'
import { variables } from './cards/variables.ts'
import { verification } from './people/verification.ts'

export const ALL_ROOMS = {
  users,
  cabinets: { ...cabinets, ...overview },
  codes,
  poll,
  emails,
  access,
  keys,
  notifications,
  certificates,
  issuers,
  variables,
  templates,
  forms: { ...forms, ...formLinks, ...posters, ...reminders },
  marketplace,
  preorders,
  issuing,
  // One noun; what changes a client together with the card has a contract of its own.
  clients: {
    ...clients,
    ...holders,
    ...erasures,
    ...merges,
    ...externalEvents,
    ...tags,
    ...changes,
    ...clientViews,
    ...bulkEdits,
    ...growth,
  },
  exports: clientExports,
  imports,
  segments,
  pushes,
  places,
  integration: { ...integration, ...hooks, ...purchases },
  triggers,
  partner,
  finance: { ...finance, ...ledger },
  payments,
  bills: { ...bills, ...billing },
  payouts,
  activity,
  support,
  faults,
  operator: { ...operator, ...formLooks, ...emulatedWorld, ...modulePrices },
  verification,
}
