import { forClientFields, valueOfField } from './people/client-fields.ts'

/** Example bodies by operationId. Words in capitals are replaced by an identifier. */
export const EXAMPLE_BODIES: Readonly<Record<string, object>> = {
  saveClient: {
    ...forClientFields((_, field) => valueOfField(field, '')),
    name: 'Anna',
    surname: 'Novak',
    birthday: '1990-05-01',
    sex: 'female',
    email: 'anna@shop.example',
    tel: '+420601123456',
    balanceMinor: 125000,
    bonusMinor: 5000,
    discountHundredths: 500,
    promoCode: '',
    template: 'TEMPLATE_ID',
    extra: {},
    version: 1,
  },
  createClient: {
    name: 'Anna',
    surname: 'Novak',
    tel: '+420601123456',
    template: 'TEMPLATE_ID',
    requestKey: 'till-2-000118',
  },
  upsertClient: {
    tel: '+420601123456',
    name: 'Anna',
    surname: 'Novak',
    email: 'anna@example.com',
  },
  changeClientAmount: {
    kind: 'bonus',
    action: 'add',
    amount: 500,
    reason: 'Lunch',
    till: 'Main Street 2',
    requestKey: 'receipt-000118',
  },
  addClientEvent: {
    kind: 'purchase',
    at: '2026-11-21T10:15:00Z',
    amountMinor: 1250,
    text: 'Lunch for two',
    senderId: 'receipt-000118',
  },
  createTag: { name: 'Regular' },
  renameTag: { name: 'Regular guest' },
  setClientTags: { tags: ['Regular', 'Wine club'] },
  sendClientMessage: { message: 'Your table is ready' },
  createPush: { name: 'Friday', message: '{cardholder}, coffee is on us today', templates: ['TEMPLATE_ID'] },
  savePush: { name: 'Friday', message: '{cardholder}, coffee is on us today', templates: ['TEMPLATE_ID'], version: 1 },
  estimatePushReach: { templates: ['TEMPLATE_ID'] },
  switchPush: { isActive: true },
  countSegment: {
    match: 'all',
    criteria: [
      { kind: 'balance', operator: 'gte', value: 50000 },
      { kind: 'sex', operator: 'is', value: 'female' },
    ],
  },
}
