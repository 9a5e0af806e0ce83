import { describeHostileInput } from './hostile-suite.ts'

describeHostileInput({ every: 1, perRoom: 250 })
