/** Reads of the account's own SMS; other rooms use them too, so they show no toasts. */
import { verification } from '../../../contract/people/verification.ts'
import { useRead } from '../../base/query.ts'

export function useSmsProvider(c: number) {
  return useRead(verification.readProvider, { params: { c } })
}

/** @param isConnected false: not read without a provider */
export function useBalance(c: number, isConnected: boolean) {
  return useRead(verification.readBalance, isConnected ? { params: { c } } : null)
}

export function useTexts(c: number) {
  return useRead(verification.readTexts, { params: { c } })
}

export function useSentSms(c: number, page: { page: number; limit: number }) {
  return useRead(verification.listSms, { params: { c }, query: page }, { keepRows: true })
}
