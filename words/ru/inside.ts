/** What the cabinet says inside an account. */
import offer from './offer.json' with { type: 'json' }
import access from './access.json' with { type: 'json' }
import dashboard from './dashboard.json' with { type: 'json' }
import templates from './templates.json' with { type: 'json' }
import forms from './forms.json' with { type: 'json' }
import clients from './clients.json' with { type: 'json' }
import pushes from './pushes.json' with { type: 'json' }
import certificates from './certificates.json' with { type: 'json' }
import variables from './variables.json' with { type: 'json' }
import codes from './codes.json' with { type: 'json' }
import poll from './poll.json' with { type: 'json' }
import keys from './keys.json' with { type: 'json' }
import letters from './letters.json' with { type: 'json' }
import finance from './finance.json' with { type: 'json' }
import partner from './partner.json' with { type: 'json' }
import acceptance from './acceptance.json' with { type: 'json' }
import settings from './settings.json' with { type: 'json' }
import notifications from './notifications.json' with { type: 'json' }
import operator from './operator.json' with { type: 'json' }
import phone from './phone.json' with { type: 'json' }

export const inside = { offer, access, dashboard, templates, forms, clients, pushes, certificates, variables, codes, poll, keys, letters, finance, partner, acceptance, settings, notifications, operator, phone }
