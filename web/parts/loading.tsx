/** What is on its way: grey shapes of what will be there, and after ten seconds a note that it is still coming. */
import { Group, Loader, Skeleton, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './loading.module.css'
import { Page } from './page.tsx'
import { SlowNote } from './slow-note.tsx'

/** One grey shape, in the place of a single picture, figure or word; what is larger is drawn by `Loading`. */
export { Skeleton as Bone } from '@mantine/core'

/** Height in px, or height and width; `base` is the height on a phone. */
type Shape = number | { h: number | { base: number; sm: number }; w?: number | string }

type LoadingProps = {
  /** One below the other. */
  shapes?: readonly Shape[]
  /** Side by side, each with its shapes one below the other. */
  columns?: readonly (readonly Shape[])[]
  /** Arranges the shapes as the content will be. */
  className?: string | undefined
  children?: ReactNode
}

const Shapes = ({ shapes }: { shapes: readonly Shape[] }) =>
  shapes.map((shape, place) => {
    const { h, w = '100%' } = typeof shape === 'number' ? { h: shape } : shape
    return <Skeleton key={place} h={h} w={w} maw="100%" radius="sm" />
  })

/** In the place of content that is being read, in its shape: nothing jumps when it comes. */
export function Loading({ shapes = [], columns = [], className, children }: LoadingProps) {
  const { t } = useTranslation()
  return (
    <div role="status" aria-busy="true" aria-label={t('common.loading')} data-state="loading">
      <div className={className ?? classes.below}>
        <Shapes shapes={shapes} />
        {columns.map((column, place) => (
          <div key={place} className={classes.below}>
            <Shapes shapes={column} />
          </div>
        ))}
        {children}
      </div>
      <SlowNote />
    </div>
  )
}

/** A page whose name is not known yet either. @param heading what the page is, for screen readers */
export function LoadingPage({ width, heading, ...loading }: LoadingProps & { width?: 'wide'; heading: string }) {
  return (
    <Page {...(width && { width })}>
      <h1 className="k-unseen">{heading}</h1>
      <Skeleton h={30} w={240} maw="100%" />
      <Loading {...loading} />
    </Page>
  )
}

/** In the place of an answer without a shape: a link that is being checked. */
export function Working({ text }: { text: string }) {
  return (
    <Group role="status" aria-busy="true" data-state="loading">
      <Loader size="sm" aria-hidden="true" />
      <Text>{text}</Text>
    </Group>
  )
}
