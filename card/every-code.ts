/** Import this where a card is drawn at once, without a browser that can wait: every kind of code is drawn. */
import { setLateEncoder } from './late-codes.ts'
import { matrixPath } from './matrix-codes.ts'

setLateEncoder(matrixPath)
