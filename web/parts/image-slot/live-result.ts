import { useEffect, useState } from 'react'
import type { ImageSlotName } from '../../../contract/limits.ts'
import { type Backgrounds, type CropPlan, drawingOf } from './crop-plan.ts'
import { exportPng, type Picture } from './picture.ts'

const LIVE_AFTER_MS = 120

/** Object URL of the result as it would be uploaded, shortly after the last change. */
export function useLiveResult(
  picture: Picture,
  slot: ImageSlotName,
  plan: CropPlan,
  backgrounds: Backgrounds,
): string | null {
  const [url, setUrl] = useState<string | null>(null)
  const { card, edge } = backgrounds
  useEffect(() => {
    let isCurrent = true
    const timer = setTimeout(async () => {
      const png = await exportPng(picture, slot, drawingOf(picture.size, slot, plan, { card, edge }))
      if (isCurrent) setUrl(URL.createObjectURL(png))
    }, LIVE_AFTER_MS)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [picture, slot, plan, card, edge])
  useEffect(
    () => () => {
      if (url) URL.revokeObjectURL(url)
    },
    [url],
  )
  return url
}
