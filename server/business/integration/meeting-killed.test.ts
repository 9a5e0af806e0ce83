import { proveMeetingSurvives } from '../../../test/crm-meeting-crash.ts'

proveMeetingSurvives({ clients: 120, kills: 4, rules: ['larger'] })
