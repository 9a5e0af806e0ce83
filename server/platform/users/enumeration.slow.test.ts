import { proveSameAnswers } from '../../../test/same-answers.ts'

proveSameAnswers({ portion: 1, isTimed: true })
