/** Which value of a client here is which field in a CRM. */

/** What a field holds. `choice`: one of the values that the CRM knows. */
export const VALUE_KINDS = ['text', 'number', 'date', 'flag', 'choice'] as const
export type CrmValueKind = (typeof VALUE_KINDS)[number]

/** Whether the fields that a business has added to its CRM are known, and whether missing ones can be made there. */
export const CUSTOM_FIELDS = ['none', 'listed', 'made'] as const
export type CrmCustomFields = (typeof CUSTOM_FIELDS)[number]
