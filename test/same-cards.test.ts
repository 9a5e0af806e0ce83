import { proveSameCards } from './same-cards.ts'

proveSameCards({ pairs: 3, isTimed: false })
