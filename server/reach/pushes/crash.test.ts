import { provePushSurvives } from '../../../test/crash-proof.ts'

provePushSurvives({ cards: 260, kills: 1 })
