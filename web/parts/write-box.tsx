import { Tooltip, UnstyledButton, type UnstyledButtonProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import { raiseBanner } from '../base/account-banner.ts'
import { useReadOnly } from '../base/read-only.ts'
import type { AsAnchor } from './link.tsx'

/** A `WriteLink` with a picture or a name for its face. */
export const WriteBox = createLink((link: AsAnchor<UnstyledButtonProps>) => {
  const readOnly = useReadOnly()
  if (readOnly === null) return <UnstyledButton component="a" {...link} />
  return (
    <Tooltip label={readOnly.reason} events={{ hover: true, focus: true, touch: true }} multiline maw={280}>
      <UnstyledButton
        className={link.className ?? ''}
        aria-label={link['aria-label']}
        aria-disabled
        data-disabled
        data-state="limited"
        onClick={() => raiseBanner({ code: 'account_limited', message: readOnly.text })}
      >
        {link.children}
      </UnstyledButton>
    </Tooltip>
  )
})
