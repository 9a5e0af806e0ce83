import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Variable } from '../../../contract/cards/variables.ts'
import { SYSTEM_VARIABLES } from '../../../contract/limits.ts'
import { usePoints } from '../../base/points.ts'
import type { Token } from './tokens.ts'

/** A description as long as this is a name; a longer one explains, and the name is shown instead. */
const NAME_LENGTH = 32

const POINTS = { name: 'bonus', description: '', isSystem: true } as const

type Named = Pick<Variable, 'name' | 'description' | 'isSystem'>

/** What an owner calls a variable: "Card number", not `{cardnumber}`. */
export function useVariableName(): (variable: Named) => string {
  const { t } = useTranslation()
  const points = usePoints()
  return ({ name, description, isSystem }) => {
    const known = isSystem ? SYSTEM_VARIABLES.find((one) => one === name) : undefined
    if (known === 'bonus') return points.name
    if (known) return t(`common.tokens.names.${known}`)
    return description !== '' && description.length <= NAME_LENGTH ? description : name
  }
}

/**
 * The variables of a business as chips.
 * @param values the text of each for one client, shown as an example
 */
export function useVariableTokens(
  variables: readonly Named[],
  values?: Readonly<Record<string, string>>,
): readonly Token[] {
  const nameOf = useVariableName()
  const { i18n } = useTranslation()
  // Object identity decides whether chips are drawn again, so values are compared by their text.
  const key = JSON.stringify([i18n.language, nameOf(POINTS), variables, values])
  return useMemo(
    () =>
      variables.map((one): Token => {
        const label = nameOf(one)
        const example = values?.[one.name]
        return {
          raw: `{${one.name}}`,
          label,
          ...(!one.isSystem && one.description !== '' && one.description !== label && { hint: one.description }),
          ...(example && { example }),
        }
      }),
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [key],
  )
}
