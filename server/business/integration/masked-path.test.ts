import { expect, it } from 'vitest'
import { maskedPath } from './masked-path.ts'

const KNOWN = ['emulated-key', 's3cret', 'parole', 'https://crm.example/api']

it.each([
  ['https://crm.example/api/1/loyalty/iiko/customer/info', '/1/loyalty/iiko/customer/info'],
  ['https://crm.example/api', '/'],
  [
    'https://crm.example/api/entity/counterparty?filter=phone=+420601000000;name=Anna&limit=100',
    '/entity/counterparty?filter=…&limit=…',
  ],
  ['https://crm.example/api/v1.2/createCustomer', '/v1.2/createCustomer'],
  ['https://crm.example/api/clients/420601000000', '/clients/…'],
  ['https://crm.example/api/clients/anna@mail.example', '/clients/…'],
  ['https://crm.example/api/clients/7bc05553-4b68-44e8-b7bc-37be63c6d9e9', '/clients/…'],
  ['https://crm.example/api/clients/Novak', '/clients/…'],
  ['https://crm.example/api/clients/%D0%98%D0%B2%D0%B0%D0%BD', '/clients/…'],
  ['https://crm.example/api/parole/list', '/…/list'],
  ['https://crm.example/api/myparole/list', '/…/list'],
  ['https://crm.example/api/list?parole=1&a1b2=3', '/list?…=…&…=…'],
  ['https://other.example/rest/1/k9x8c7v6b5n4m3', '/rest/1/…'],
  ['https://crm.example/api/averylongwordthatmaywellbeakey', '/…'],
  ['not an address', '…'],
])('%s is kept as %s', (url, path) => {
  expect(maskedPath(url, 'https://crm.example/api', KNOWN)).toBe(path)
})
