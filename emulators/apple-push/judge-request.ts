/** How Apple's push service answers a request: by its troubles, then the headers, the payload and the device. */
import type { IncomingHttpHeaders } from 'node:http2'
import type { Devices } from './devices.ts'
import { troubledAnswer, type Answer, type Troubles } from './troubles.ts'

const PUSH_TYPES = new Set([
  'alert',
  'background',
  'voip',
  'complication',
  'fileprovider',
  'mdm',
  'location',
  'liveactivity',
  'pushtotalk',
  'widgets',
])
export const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const PAYLOAD_MAX_BYTES = 4096
const COLLAPSE_ID_MAX_BYTES = 64

export type PushCall = { headers: IncomingHttpHeaders; topic: string; payloadBytes: number }
type JudgeWorld = { troubles: Troubles; devices: Devices; startedAt: number; random: () => number }

export function judgeRequest(
  { headers, topic, payloadBytes }: PushCall,
  { troubles, devices, startedAt, random }: JudgeWorld,
): Answer | 'reset' {
  const { ':method': method, ':path': path } = headers as Record<string, string | undefined>
  if (!path?.startsWith('/3/device/')) return { status: 404, reason: 'BadPath' }
  if (method !== 'POST') return { status: 405, reason: 'MethodNotAllowed' }
  const token = tokenOf(headers)
  const trouble = troubledAnswer(troubles, token, startedAt, random)
  if (trouble) return trouble
  const bad = badHeader(headers, topic)
  if (bad) return { status: 400, reason: bad }
  if (payloadBytes === 0) return { status: 400, reason: 'PayloadEmpty' }
  if (payloadBytes > PAYLOAD_MAX_BYTES) return { status: 413, reason: 'PayloadTooLarge' }
  const device = devices.find(token)
  if (!device) return { status: 400, reason: 'BadDeviceToken' }
  if (device.gone !== null) return { status: 410, reason: 'Unregistered', timestamp: device.gone }
  return { status: 200 }
}

export const tokenOf = (headers: IncomingHttpHeaders): string => (headers[':path'] ?? '').slice('/3/device/'.length)

/** The reason of a 400 because of the headers, or null. With a certificate the topic may be left out. */
function badHeader(headers: IncomingHttpHeaders, topic: string): string | null {
  const {
    'apns-topic': sentTopic,
    'apns-id': id,
    'apns-priority': priority,
    'apns-push-type': type,
    'apns-collapse-id': collapseId,
  } = headers as Record<string, string | undefined>
  if (sentTopic !== undefined && sentTopic !== topic) return 'TopicDisallowed'
  if (id !== undefined && !UUID.test(id)) return 'BadMessageId'
  if (priority !== undefined && !['1', '5', '10'].includes(priority)) return 'BadPriority'
  if (type !== undefined && !PUSH_TYPES.has(type)) return 'InvalidPushType'
  if (type === 'background' && priority === '10') return 'BadPriority'
  if (collapseId !== undefined && Buffer.byteLength(collapseId) > COLLAPSE_ID_MAX_BYTES) return 'BadCollapseId'
  return null
}
