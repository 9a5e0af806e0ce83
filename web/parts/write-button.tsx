import { Button, type ButtonProps, Tooltip } from '@mantine/core'
import type { ComponentPropsWithRef } from 'react'
import { raiseBanner } from '../base/account-banner.ts'
import { useReadOnly } from '../base/read-only.ts'

type WriteButtonProps = ButtonProps & Omit<ComponentPropsWithRef<'button'>, keyof ButtonProps>

/**
 * A button that changes something at once, or begins what will be saved. In a read-only business it can be reached and
 * says why it does nothing; the banner of the page has the action that helps.
 */
export function WriteButton({ onClick, ...button }: WriteButtonProps) {
  const readOnly = useReadOnly()
  if (readOnly === null) return <Button {...button} onClick={onClick} />
  return (
    <Tooltip label={readOnly.reason} events={{ hover: true, focus: true, touch: true }} multiline maw={280}>
      <Button
        {...button}
        type="button"
        data-disabled
        aria-disabled
        data-state="limited"
        onClick={() => raiseBanner({ code: 'account_limited', message: readOnly.text })}
      />
    </Tooltip>
  )
}
