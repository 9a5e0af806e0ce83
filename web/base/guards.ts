/** Who may open a page: `beforeLoad` of the routes. */
import { redirect } from '@tanstack/react-router'
import { sessionToken, sessionUser } from './session.ts'
import { rememberReturnPath } from './return-path.ts'

type Opening = { location: { href: string } }

/** Only with a session; otherwise to the login, which comes back here. */
export function requireLogin({ location }: Opening): void {
  if (sessionToken() !== null) return
  rememberReturnPath(location.href)
  throw redirect({ to: '/login', replace: true })
}

/** Only without a session; otherwise to the choice of an account. */
export function requireLogout(): void {
  if (sessionToken() !== null) throw redirect({ to: '/select_application', replace: true })
}

/** Where a login leads: to the choice of an account, from where an operator without one goes on. */
export const homePath = () => (sessionUser()?.superuser ? '/select_application?start=1' : '/select_application')

/** `/` has no page. */
export function redirectHome(): void {
  throw redirect({ href: sessionToken() === null ? '/login' : homePath(), replace: true })
}
