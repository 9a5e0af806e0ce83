/** The email about a reply links to a page with `?support=`: the dialog opens over it, and the address is restored. */
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { askSupport } from '../base/support.ts'

/** Instead of a conversation: write a new question. */
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
