import { proveSameCards } from './same-cards.ts'

proveSameCards({ pairs: 120, isTimed: true })
