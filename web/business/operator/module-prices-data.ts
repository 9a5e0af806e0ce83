/** Reads and actions of what modules cost. */
import { modulePrices } from '../../../contract/business/module-prices.ts'
import { useRead } from '../../base/query.ts'
import type { Refused } from '../../base/refused.ts'
import { useWrite } from '../../base/write.ts'

export const useModulePrices = () => useRead(modulePrices.listModulePrices, {})

/** @param onRefused returns true when the dialog shows the refusal itself */
export const useSaveModulePrice = (done: string, onRefused: (refused: Refused) => boolean) =>
  useWrite(modulePrices.saveModulePrice, { done, refresh: [modulePrices.listModulePrices], onRefused })
