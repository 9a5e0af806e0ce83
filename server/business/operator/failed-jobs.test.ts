import { expect, it } from 'vitest'
import { subjectOf } from './failed-jobs.ts'

it.each([
  ['send-chunk', 'pushes'],
  ['send-message', 'pushes'],
  ['end-waiting', 'pushes'],
  ['clear-push', 'pushes'],
  ['announce-cards', 'cards'],
  ['update-waiting-cards', 'cards'],
  ['retry-wallet', 'cards'],
  ['email-notice', 'emails'],
  ['send-letter', 'emails'],
  ['generate-cards', 'cards'],
  ['write-export', 'exports'],
  ['read-clients-hourly', 'crm'],
  ['run-triggers', 'triggers'],
  ['clear-trigger', 'triggers'],
  ['charge-tariffs', 'plans'],
  ['notify-spending', 'plans'],
  ['notify-demo-ends', 'plans'],
  ['seal-trail', 'other'],
  ['of-a-newer-version', 'other'],
  ['', 'other'],
])('the job "%s" is about %s', (name, subject) => expect(subjectOf(name)).toBe(subject))
