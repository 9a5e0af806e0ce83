/** Toasts show only the outcome of a click. At most three, for five seconds, none twice. */
import { notifications } from '@mantine/notifications'
import i18next from 'i18next'
import { createElement, type ReactNode } from 'react'
import { TOAST_MS } from '../../contract/limits.ts'
import { FaultText } from '../parts/fault-text.tsx'
import type { Refused } from './refused.ts'
import { sessionToken } from './session.ts'
import { askSupport } from './support.ts'

/** Path of the hash without its query: part of a toast's id, so that an error shows once per page. */
function route(): string {
  return location.hash.split('?')[0] ?? ''
}

const closeButton = () => ({ 'aria-label': i18next.t('common.close') })

/** @param message a whole sentence: `Segment saved` */
export function toastDone(message: string): void {
  notifications.show({
    id: `done:${message}:${route()}`,
    message,
    color: 'green',
    autoClose: TOAST_MS,
    role: 'status',
    closeButtonProps: closeButton(),
  })
}

/** A server error offers support, with the request number. */
function withSupport(refused: Refused, id: string): ReactNode {
  if (refused.code !== 'server_error' || refused.requestId === '' || sessionToken() === null) return refused.message
  const onAct = () => {
    notifications.hide(id)
    askSupport({ topic: 'fault', requestId: refused.requestId })
  }
  return createElement(FaultText, { text: refused.message, label: i18next.t('common.contactSupport'), onAct })
}

/** The way to where a refusal can be resolved: label and action of the button. */
export type WayOut = { label: string; go: () => void }

export function toastRefused(refused: Refused, way?: WayOut): void {
  const id = `${refused.clientCode || refused.code}:${route()}`
  const leave = () => {
    notifications.hide(id)
    way?.go()
  }
  notifications.show({
    id,
    message: way
      ? createElement(FaultText, { text: refused.message, label: way.label, onAct: leave })
      : withSupport(refused, id),
    color: 'red',
    autoClose: TOAST_MS,
    role: 'alert',
    closeButtonProps: closeButton(),
  })
}
