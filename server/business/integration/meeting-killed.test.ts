import { proveMeetingSurvives } from '../../../test/crm-meeting-crash.ts'

proveMeetingSurvives({ clients: 80, kills: 4, rules: ['larger'] })
