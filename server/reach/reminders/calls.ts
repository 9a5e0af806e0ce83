import { reminders as contract } from '../../../contract/reach/reminders.ts'
import { answer } from '../../base/answer.ts'
import * as reminders from './reminders.ts'

export const answered = answer(contract, {
  readReminder: ({ db }, { params }) => reminders.readReminder(db, params.formKey),
  saveReminder: ({ app, db }, { params, body }) => reminders.saveReminder(app, db, params.formKey, body),
  estimateReminder: ({ app, db, cabinet }, { params, query }) =>
    reminders.estimateReminder(app, db, { domain: cabinet.domain, formKey: params.formKey, ...query }),
})
