import { proveCrmSurvives } from '../../../test/crm-crash.ts'

proveCrmSurvives({ purchases: 3_000, guests: 5_000, kills: 20 })
