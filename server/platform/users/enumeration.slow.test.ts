import { proveSameAnswers } from './same-answers.ts'

proveSameAnswers({ portion: 1, isTimed: true })
