import { Menu, type MenuItemProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { AsAnchor } from './link.tsx'

/** An entry of a menu that is a link of the router. */
export const LinkItem = createLink((props: AsAnchor<MenuItemProps>) => <Menu.Item component="a" {...props} />)
