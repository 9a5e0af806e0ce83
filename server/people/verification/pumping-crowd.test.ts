import { proveCrowdIsStopped } from './pumping-crowd-proof.ts'

proveCrowdIsStopped(250)
