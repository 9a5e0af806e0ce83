import { it } from 'vitest'
import { bringBase } from '../../../test/import-base.ts'
import { setUpImports } from '../../../test/import-shop.ts'

setUpImports()

it('a base of ten thousand lines goes in, is known again, and is undone to the last client', () => bringBase(10_000))
