/** `npm run restore -- FILE`: fills an empty database with what a backup holds. */
import './run/restore.ts'
