import { proveCrowdIsStopped } from '../../../test/sms-crowd.ts'

proveCrowdIsStopped(250)
