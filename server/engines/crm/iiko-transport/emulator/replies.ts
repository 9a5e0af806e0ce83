/** Replies in the shape of iiko's cloud. */
import { randomUUID } from 'node:crypto'
import type { VendorReply } from '../../../../../emulators/crm/router.ts'

export const failReply = (status: number, error: string | null, errorDescription: string): VendorReply => ({
  status,
  body: { correlationId: randomUUID(), errorDescription, error },
})
export const doneReply = (body: object = {}, isWrite = false): VendorReply => ({ status: 200, body, isWrite })
export const noGuest = (wanted: unknown) =>
  failReply(400, 'Customer_CustomerNotFound', `There is no user with ${String(wanted)}`)
