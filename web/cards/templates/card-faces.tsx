import { memo } from 'react'
import { ApplePass } from '../../../card/apple-face.tsx'
import { applePassViewOf } from '../../../card/apple-pass.ts'
import { fillCard } from '../../../card/fill.ts'
import { valuesOf } from '../../../card/values.ts'
import type { Design } from '../../../contract/cards/design.ts'
import { fileUrl } from '../../base/file-url.ts'
import { useSamplePerson } from './sample-person.ts'

type SampleCardProps = {
  design: Design
  cabinetId: number
  variables?: Readonly<Record<string, string>>
  label?: string
  className?: string
}

/** A card of the sample person, as an iPhone draws it: for galleries and choices. */
export const SampleCard = memo(function SampleCard({
  design,
  cabinetId,
  variables = {},
  label,
  className,
}: SampleCardProps) {
  const person = useSamplePerson()
  // The cover of a starter is drawn here and not stored yet.
  const urlOf = (id: string) => (id.startsWith('data:') ? id : fileUrl(cabinetId, id))
  const filled = fillCard(design, valuesOf(person, variables), urlOf)
  return (
    <ApplePass
      view={applePassViewOf(filled)}
      label={label}
      className={className ? `k-lifted ${className}` : 'k-lifted'}
    />
  )
})
