/** What the frame of an account and its overview say. */
import dashboard from './dashboard.json' with { type: 'json' }
import codes from './codes.json' with { type: 'json' }
import poll from './poll.json' with { type: 'json' }
import finance from './finance.json' with { type: 'json' }
import partner from './partner.json' with { type: 'json' }
import settings from './settings.json' with { type: 'json' }
import notifications from './notifications.json' with { type: 'json' }

export const inside = { dashboard, codes, poll, finance, partner, settings, notifications }
