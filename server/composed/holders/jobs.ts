export { emailLink } from './email-link.ts'
