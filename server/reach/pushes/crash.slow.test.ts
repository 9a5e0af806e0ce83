import { provePushSurvives } from '../../../test/crash-proof.ts'

provePushSurvives({ cards: 2000, kills: 3, callsEach: 250 })
