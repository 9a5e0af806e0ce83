/** A trigger for everybody that acts as soon as it is complete; the other settings as the editor has them. */
import type { TriggerInput } from '../contract/reach/triggers.ts'

export const plainTrigger: TriggerInput = {
  name: 'Gift',
  activation: 'now',
  segment: null,
  action: 'push',
  push: null,
  template: null,
  date: null,
  time: null,
  daysToBirthday: 0,
  daysAfterCreate: 1,
  removeTemplateAfterDays: null,
}
