import { proveCrowdIsStopped } from './pumping-crowd-proof.ts'

proveCrowdIsStopped(5000)
