/**
 * The mail about an answer leads to any page with `?support=`: the dialog opens over it, and the address is as it was.
 */
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { askSupport } from '../base/support.ts'

/** Instead of a conversation: somebody wants to write. */
const NEW = 'new'
const ID = /^[0-9a-f-]{36}$/

export function useSupportLink(): void {
  const { support: conversation } = useSearch({ strict: false }) as Record<string, string | undefined>
  const navigate = useNavigate()
  useEffect(() => {
    if (conversation === undefined) return
    if (conversation === NEW) askSupport({ topic: 'question' })
    else if (ID.test(conversation)) askSupport({ conversation })
    void navigate({
      to: '.',
      replace: true,
      search: (({ support: _, ...rest }: Record<string, string>) => rest) as never,
    })
  }, [conversation, navigate])
}
