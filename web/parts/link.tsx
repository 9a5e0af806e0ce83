/** Mantine's controls as links of the router: a middle click opens a tab, as on any link. */
import {
  Anchor,
  type AnchorProps,
  Button,
  type ButtonProps,
  UnstyledButton,
  type UnstyledButtonProps,
} from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import { type ComponentPropsWithRef, lazy, type MouseEvent, type ReactNode, Suspense } from 'react'
import { raiseBanner } from '../base/account-banner.ts'
import { type ReadOnly, useReadOnly } from '../base/read-only.ts'

/** Props of a control rendered as an anchor: without `component` Mantine would render a button with an address. */
export type AsAnchor<P> = P & Omit<ComponentPropsWithRef<'a'>, keyof P>

export const LinkAnchor = createLink(Anchor<'a'>)
export const LinkButton = createLink((props: AsAnchor<ButtonProps>) => <Button component="a" {...props} />)
export const LinkBox = createLink((props: AsAnchor<UnstyledButtonProps>) => <UnstyledButton component="a" {...props} />)

/** Never marked as the current page, for a link that replaces another. */
export const PlainLinkBox = createLink((props: AsAnchor<UnstyledButtonProps>) => (
  <UnstyledButton component="a" {...props} aria-current={undefined} data-status={undefined} />
))

/** A link to a finished path of the hash, `/coffeelab/cards`. */
export function PathLink({
  to,
  children,
  ...anchor
}: AnchorProps & { [data: `data-${string}`]: string | boolean | undefined } & {
  to: string
  children: ReactNode
  onClick?: (event: MouseEvent<HTMLAnchorElement>) => void
}) {
  return (
    <LinkAnchor {...anchor} to={to as '/'}>
      {children}
    </LinkAnchor>
  )
}

/** The action that ends a read-only account. It opens as a dialog over the page. */
export function ReadOnlyLink({ readOnly, ...anchor }: AnchorProps & { readOnly: ReadOnly }) {
  const { text: message, action } = readOnly
  return (
    <PathLink
      {...anchor}
      to={action.to}
      underline="always"
      onClick={(event) => {
        if (raiseBanner({ code: 'account_limited', message })) event.preventDefault()
      }}
    >
      {action.label}
    </PathLink>
  )
}

const WriteButton = lazy(() => import('./write-button.tsx').then((file) => ({ default: file.WriteButton })))

/** A link to a page on which something is made. In a read-only business it says why not, as `WriteButton` does. */
export const WriteLink = createLink((link: AsAnchor<ButtonProps>) => {
  if (useReadOnly() === null) return <Button component="a" {...link} />
  const { variant = 'filled', size = 'sm', leftSection, className = '', children } = link
  const look = { variant, size, leftSection, className, children }
  return (
    <Suspense fallback={<Button {...look} disabled />}>
      <WriteButton {...look} />
    </Suspense>
  )
})
