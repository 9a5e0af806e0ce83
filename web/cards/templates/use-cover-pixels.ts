import { useQuery } from '@tanstack/react-query'
import { pixelsOf } from '../../parts/image-slot/picture.ts'
import type { CoverPixels } from './cover-contrast.ts'

const SIDE = 96

/** The pixels of a cover; null: there is none, or it cannot be read. */
export function useCoverPixels(url: string | null): CoverPixels | null {
  const { data } = useQuery({
    queryKey: ['cover-pixels', url],
    queryFn: async () => ({ side: SIDE, rgba: await pixelsOf(url ?? '', SIDE) }),
    enabled: url !== null,
    staleTime: Infinity,
    retry: false,
  })
  return data ?? null
}
