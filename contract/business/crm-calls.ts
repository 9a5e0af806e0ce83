/** Calls about a connected CRM beside the connection itself. */
import { accessCalls } from './crm-access.ts'
import { deskCalls } from './crm-desk.ts'
import { exchangeCalls } from './crm-exchanges.ts'
import { fieldCalls } from './crm-fields.ts'
import { meetingCalls } from './crm-meeting.ts'
import { tillCalls } from './crm-till.ts'

export const crmCalls = { ...meetingCalls, ...deskCalls, ...exchangeCalls, ...accessCalls, ...fieldCalls, ...tillCalls }
