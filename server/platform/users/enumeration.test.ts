import { proveSameAnswers } from '../../../test/same-answers.ts'

proveSameAnswers({ portion: 0.1, isTimed: false })
