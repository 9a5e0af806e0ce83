import { provePushSurvives } from './crash-proof.ts'

provePushSurvives({ cards: 2000, kills: 3, callsEach: 250 })
