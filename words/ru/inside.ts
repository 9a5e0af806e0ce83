/** What the frame of an account and its overview say. */
import dashboard from './business/dashboard.json' with { type: 'json' }
import codes from './platform/codes.json' with { type: 'json' }
import poll from './business/poll.json' with { type: 'json' }
import finance from './business/finance.json' with { type: 'json' }
import partner from './business/partner.json' with { type: 'json' }
import settings from './platform/settings.json' with { type: 'json' }
import notifications from './platform/notifications.json' with { type: 'json' }

export const inside = { dashboard, codes, poll, finance, partner, settings, notifications }
