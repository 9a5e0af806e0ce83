import { proveCrmSurvives } from '../../../test/crm-crash.ts'

proveCrmSurvives({ purchases: 40, guests: 600, kills: 1 })
