import { provePushSurvives } from '../../../test/crash-proof.ts'

const { CRASH_CARDS = '5000', CRASH_KILLS = '10' } = process.env
const size = { cards: Number(CRASH_CARDS), kills: Number(CRASH_KILLS), workers: 2, googleEvery: 50 }

provePushSurvives(size)
provePushSurvives({ ...size, areVendorsFailing: true })
