/** Reads and actions of the cabinet's variables. */
import { useTranslation } from 'react-i18next'
import { variables } from '../../../contract/cards/variables.ts'
import { useRead } from '../../base/query.ts'
import type { Refused } from '../../base/refused.ts'
import { useWrite } from '../../base/write.ts'

const TOUCHED = [variables.listVariables, variables.variableUses] as const

export function useVariables(c: number) {
  return useRead(variables.listVariables, { params: { c } })
}

/** Where each own variable is used. */
export function useVariableUses(c: number) {
  return useRead(variables.variableUses, { params: { c } })
}

/** @param onRefused returns true when the drawer shows the refusal itself */
export function useCreateVariable(onRefused: (refused: Refused) => boolean) {
  const { t } = useTranslation()
  return useWrite(variables.createVariable, {
    refresh: TOUCHED,
    done: ({ name }) => t('variables.created', { name }),
    onRefused,
  })
}

/** @param onRefused returns true when the drawer shows the refusal itself */
export function useSaveVariable(onRefused: (refused: Refused) => boolean) {
  const { t } = useTranslation()
  return useWrite(variables.saveVariable, {
    refresh: TOUCHED,
    onRefused,
    done: ({ name, cards }) =>
      cards === 0 ? t('variables.saved', { name }) : t('variables.savedCards', { name, count: cards }),
  })
}

/** @param onBlocked the variable is in use by now: the reads are refreshed and the dialog shows where */
export function useRemoveVariable(name: string, onBlocked: () => void) {
  const { t } = useTranslation()
  return useWrite(variables.removeVariable, {
    refresh: TOUCHED,
    done: t('variables.removed', { name }),
    onRefused: (refused) => {
      if (refused.code !== 'variable_in_use') return false
      onBlocked()
      return true
    },
  })
}
