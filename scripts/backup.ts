/** `npm run backup -- FILE`: writes everything the database holds into a file, also while servers run. */
import './run/backup.ts'
