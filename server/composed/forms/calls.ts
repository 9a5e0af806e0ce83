/** A form is removed with what clients remember of it. */
import { forms as contract } from '../../../contract/people/forms.ts'
import { answer } from '../../base/answer.ts'
import { removeForm } from './remove.ts'

export const answered = answer(
  { removeForm: contract.removeForm },
  {
    async removeForm({ app, db }, { params }) {
      await removeForm(app, db, params.formKey)
      return {}
    },
  },
)
