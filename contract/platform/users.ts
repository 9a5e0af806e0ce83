import { z } from 'zod'
import { call } from '../call.ts'
import { Email, Id, LanguageCode, Nothing, OptionalText, Password, PersonName, Phone, Time } from '../page.ts'

export const User = z.object({
  id: Id,
  name: z.string(),
  surname: z.string(),
  email: z.string(),
  isEmailVerified: z.boolean(),
  phone: z.string(),
  superuser: z.boolean(),
  lang: LanguageCode,
  createdAt: Time,
})
export type User = z.infer<typeof User>

/** One place where somebody is signed in. */
export const Session = z.object({
  id: Id,
  /** `Chrome`, `Safari`; empty when the browser did not say. */
  browser: z.string(),
  /** `Windows`, `iPhone`; empty when the browser did not say. */
  system: z.string(),
  ip: z.string(),
  createdAt: Time,
  lastUsedAt: Time,
  isCurrent: z.boolean(),
})
export type Session = z.infer<typeof Session>

const matching = (body: { password: string; password_confirmation: string }) =>
  body.password === body.password_confirmation
const MISMATCH = { path: ['password_confirmation'], error: 'password_mismatch' }

export const Login = z
  .object({
    email: z.string().trim().max(254),
    password: z.string().max(200),
    /** Set together with the login; what is asked for after `password_expired`. */
    newPassword: Password.optional(),
    newPassword_confirmation: z.string().max(200).optional(),
  })
  .refine((body) => body.newPassword === body.newPassword_confirmation, {
    path: ['newPassword_confirmation'],
    error: 'password_mismatch',
  })

export const PasswordChange = z
  .object({
    current: z.string().min(1).max(200),
    password: Password,
    password_confirmation: z.string().max(200),
  })
  .refine(matching, MISMATCH)

/** What somebody says about himself. */
export const Profile = z.object({ name: PersonName, surname: PersonName, phone: Phone })

/** The agreement as it stands, and what the user accepted of it. */
export const Offer = z.object({
  version: z.int(),
  /** Day of this version. */
  date: z.iso.date(),
  acceptedVersion: z.int().nullable(),
  acceptedAt: Time.nullable(),
})
export type Offer = z.infer<typeof Offer>

export const SignUp = z
  .object({
    name: PersonName,
    surname: PersonName,
    email: Email,
    phone: Phone,
    password: Password,
    password_confirmation: z.string().max(200),
    promoCode: OptionalText(40).optional(),
    consent: z.literal(true, { error: 'consent_required' }),
  })
  .refine(matching, MISMATCH)

export const users = {
  login: call('POST', '/user/login_another', {
    who: 'nobody',
    summary: 'Sign in with e-mail and password; the token goes into the bearer header of every later call.',
    body: Login,
    reply: z.object({ token: z.string(), user: User }),
    errors: { wrong_login: 422, password_expired: 426, too_many_tries: 429 },
  }),
  logout: call('POST', '/logout/', { who: 'user', beforeOffer: true, summary: 'End this session.', reply: Nothing }),
  me: call('GET', '/user', { who: 'user', beforeOffer: true, summary: 'The signed-in user.', reply: User }),
  ping: call('GET', '/auth/ping', { who: 'user', beforeOffer: true, summary: 'Is the session alive.', reply: Nothing }),
  saveLanguage: call('PUT', '/user/language', {
    who: 'user',
    beforeOffer: true,
    summary: 'Language of mails to this user.',
    body: z.object({ lang: LanguageCode }),
    reply: Nothing,
  }),
  saveProfile: call('PUT', '/user', {
    who: 'user',
    summary: 'Name, surname and phone of the user.',
    body: Profile,
    reply: User,
  }),
  changePassword: call('PUT', '/user/password', {
    who: 'user',
    summary: 'Set a new password, given the one that holds now; ends every other session of the user.',
    body: PasswordChange,
    reply: z.object({ ended: z.int() }),
    errors: { too_many_tries: 429 },
  }),
  readOffer: call('GET', '/offer', {
    who: 'user',
    beforeOffer: true,
    summary: 'Version and day of the agreement, and what the user accepted.',
    reply: Offer,
  }),
  acceptOffer: call('POST', '/accept_offer', {
    who: 'user',
    beforeOffer: true,
    summary: 'Accept the agreement: the version that was read, or without one the version of now.',
    body: z.object({ version: z.int().min(1).max(1_000_000).optional() }),
    reply: Offer,
    errors: { offer_changed: 409 },
  }),
  signUp: call('POST', '/user/register', {
    who: 'nobody',
    summary: 'Create a user. The answer is the same for an address that is known already; its owner gets a mail.',
    body: SignUp,
    status: 201,
    reply: z.object({ name: z.string(), surname: z.string(), email: z.string() }),
    errors: { promo_account_not_found: 404, too_many_tries: 429 },
  }),
  verifyEmail: call('POST', '/register/verify/{code}', {
    who: 'nobody',
    summary: 'Confirm an e-mail address by the code of the mail.',
    reply: z.object({ email: z.string() }),
    errors: { invalid_verification_link: 404 },
  }),
  resendVerification: call('POST', '/register/verify/resend/', {
    who: 'nobody',
    summary: 'Send the verification mail again.',
    body: z.object({ email: Email }),
    reply: z.object({ nextInSeconds: z.int() }),
    errors: { too_many_tries: 429 },
  }),
  requestReset: call('POST', '/password/email', {
    who: 'nobody',
    summary: 'Send a mail with a link to set a new password, if the address is known.',
    body: z.object({ email: Email, version: z.string().max(20).optional() }),
    reply: z.object({ nextInSeconds: z.int() }),
    errors: { too_many_tries: 429 },
  }),
  checkReset: call('POST', '/reset/check-hash', {
    who: 'nobody',
    summary: 'Is a reset link still good.',
    body: z.object({ email: Email, token: z.string().max(100) }),
    reply: Nothing,
    errors: { invalid_token: 400, too_many_tries: 429 },
  }),
  resetPassword: call('POST', '/password/reset', {
    who: 'nobody',
    summary: 'Set a new password by a reset link; ends every session of the user.',
    body: z
      .object({
        email: Email,
        token: z.string().max(100),
        password: Password,
        password_confirmation: z.string().max(200),
      })
      .refine(matching, MISMATCH),
    reply: Nothing,
    errors: { invalid_token: 400, too_many_tries: 429 },
  }),
  listSessions: call('GET', '/applications/{c}/sessions', {
    who: 'member',
    summary: "The user's own sessions, the latest used first.",
    reply: z.array(Session),
  }),
  endOtherSessions: call('POST', '/applications/{c}/sessions/logout', {
    who: 'member',
    whileLimited: true,
    summary: 'End every session of the user but this one, at once.',
    reply: z.object({ ended: z.int() }),
  }),
}
