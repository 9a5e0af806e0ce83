/** `npm run check`: what is missing before others may use this installation. Ends with 1 while anything is. */
import './run/check.ts'
