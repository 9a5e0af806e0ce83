import { poll as contract } from '../../../contract/business/poll.ts'
import { answer } from '../../base/answer.ts'
import { readPoll, savePoll } from './poll.ts'

export const answered = answer(contract, {
  readPoll: (ctx) => readPoll(ctx),
  savePoll: (ctx, { body: { isFinished, ...answers } }) => savePoll(ctx, answers, isFinished),
})
