export { emailCard } from './email-card.ts'
