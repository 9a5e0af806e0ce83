import { useEffect, useRef } from 'react'

/**
 * Deletes a draft that was never saved when its page is left.
 * @param isDraft it was never saved
 * @param drop deletes it, also after the page is gone; must stay the same function
 */
export function useDeleteUnsavedDraft(
  c: number,
  id: string,
  isDraft: boolean,
  drop: (c: number, id: string) => Promise<unknown>,
): void {
  const isDraftRef = useRef(isDraft)
  useEffect(() => {
    isDraftRef.current = isDraft
  }, [isDraft])
  useEffect(
    () => () => {
      if (isDraftRef.current && !location.hash.includes(id)) void drop(c, id)
    },
    [c, id, drop],
  )
}
