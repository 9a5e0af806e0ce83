import type { PaymentProvider } from './provider.ts'
import { robokassa } from './robokassa/robokassa.ts'

export const PROVIDERS: Readonly<Record<string, PaymentProvider>> = { robokassa }
