import { z } from 'zod'
import { call, savedIn } from '../call.ts'
import { emailChanges } from './email-changes.ts'
import { User } from './user.ts'
import { Email, Id, LanguageCode, Nothing, OptionalName, OptionalText, Password, Time } from '../page.ts'

export { User }

/** One place where a user is signed in. */
export const Session = z.object({
  id: Id,
  /** `Chrome`, `Safari`; empty if unknown. */
  browser: z.string(),
  /** `Windows`, `iPhone`; empty if unknown. */
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
    /** A new password set while logging in, after `password_expired`. */
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

/** Empty: not given. */
const OptionalPhone = z.string().trim().max(32)
export const Profile = z.object({ name: OptionalName, surname: OptionalName, phone: OptionalPhone })

/** The current agreement, and the version that the user has accepted. */
export const Offer = z.object({
  version: z.int(),
  /** Date of this version. */
  date: z.iso.date(),
  acceptedVersion: z.int().nullable(),
  acceptedAt: Time.nullable(),
})
export type Offer = z.infer<typeof Offer>

export const SignUp = z
  .object({
    /** Name and phone can be given later, in the profile. */
    name: OptionalName.default(''),
    surname: OptionalName.default(''),
    email: Email,
    phone: OptionalPhone.default(''),
    password: Password,
    /** Of programs that ask for the password twice. */
    password_confirmation: z.string().max(200).optional(),
    promoCode: OptionalText(40).optional(),
    consent: z.literal(true, { error: 'consent_required' }),
  })
  .refine(({ password, password_confirmation: again }) => again === undefined || again === password, MISMATCH)

const me = call('GET', '/user', {
  who: 'user',
  beforeOffer: true,
  operationId: 'readCurrentUser',
  summary: 'Get the current user',
  description: 'Returns the user who is logged in.',
  reply: User,
})

export const users = {
  login: call('POST', '/user/login_another', {
    who: 'nobody',
    operationId: 'logIn',
    summary: 'Log in',
    description:
      'Logs a user in with an email address and a password. Send the returned token as a bearer token with ' +
      'every later call.',
    body: Login,
    reply: z.object({ token: z.string(), user: User }),
    errors: { wrong_login: 422, password_expired: 426, too_many_tries: 429 },
  }),
  logout: call('POST', '/logout/', {
    who: 'user',
    beforeOffer: true,
    operationId: 'logOut',
    summary: 'Log out',
    description: 'Ends the current session. Its token stops working immediately.',
    reply: Nothing,
  }),
  me,
  ping: call('GET', '/auth/ping', {
    who: 'user',
    beforeOffer: true,
    operationId: 'checkSession',
    summary: 'Check the session',
    description: 'Answers 200 while the session is alive and 401 once it has ended.',
    reply: Nothing,
  }),
  saveLanguage: call('PUT', '/user/language', {
    who: 'user',
    beforeOffer: true,
    operationId: 'saveUserLanguage',
    summary: "Set the user's language",
    description: 'Sets the language of the emails that the user receives.',
    body: z.object({ lang: LanguageCode }),
    reply: Nothing,
  }),
  saveProfile: call('PUT', '/user', {
    who: 'user',
    operationId: 'saveUserProfile',
    summary: "Save the user's profile",
    description: "Saves the user's first name, surname and phone number.",
    keeps: savedIn(me, ({ name, surname, phone }) => ({ name, surname, phone })),
    body: Profile,
    reply: User,
  }),
  changePassword: call('PUT', '/user/password', {
    who: 'user',
    summary: 'Change the password',
    description: 'Sets a new password. The current password is required, and every other session of the user ends.',
    body: PasswordChange,
    reply: z.object({ ended: z.int() }),
    errors: { too_many_tries: 429 },
  }),
  ...emailChanges,
  readOffer: call('GET', '/offer', {
    who: 'user',
    beforeOffer: true,
    summary: 'Get the user agreement',
    description: 'Returns the version and date of the user agreement and the version that the user has accepted.',
    reply: Offer,
  }),
  acceptOffer: call('POST', '/accept_offer', {
    who: 'user',
    beforeOffer: true,
    summary: 'Accept the user agreement',
    description:
      'Accepts the given version of the user agreement, or the current one if no version is given. A version ' +
      'that has been replaced is refused.',
    body: z.object({ version: z.int().min(1).max(1_000_000).optional() }),
    reply: Offer,
    errors: { offer_changed: 409 },
  }),
  signUp: call('POST', '/user/register', {
    who: 'nobody',
    summary: 'Sign up',
    description:
      'Creates a user and emails a link that confirms the address. Names and phone are optional. The user can log in ' +
      'before the address is confirmed. The answer is the same for an address that is already registered; its owner ' +
      'is notified by email.',
    body: SignUp,
    status: 201,
    reply: z.object({ name: z.string(), surname: z.string(), email: z.string() }),
    errors: { promo_account_not_found: 404, too_many_tries: 429 },
  }),
  checkPromo: call('POST', '/register/promo', {
    who: 'nobody',
    operationId: 'checkSignUpPromoCode',
    summary: 'Check a promo code',
    description:
      'Tells whether a promo code can be used to sign up, and nothing else of it. Capitals make no difference. One ' +
      'network may ask 60 times an hour, sign-ups with a code included.',
    body: z.object({ promoCode: OptionalText(40) }),
    reply: Nothing,
    errors: { promo_account_not_found: 404, too_many_tries: 429 },
  }),
  readVerification: call('GET', '/register/verify/{code}', {
    who: 'nobody',
    summary: 'Check a confirmation link',
    description: 'Returns the address that the link of a confirmation email would confirm. Confirms nothing.',
    reply: z.object({ email: z.string() }),
    errors: { invalid_verification_link: 404 },
  }),
  verifyEmail: call('POST', '/register/verify/{code}', {
    who: 'nobody',
    summary: 'Confirm an email address',
    description:
      'Confirms an email address with the code from the confirmation email and the password of the sign-up, and ' +
      'logs the user in. Sessions that were opened before end. A code works once.',
    body: z.object({ password: z.string().min(1).max(200) }),
    reply: z.object({ token: z.string(), user: User }),
    errors: { invalid_verification_link: 404, too_many_tries: 429 },
  }),
  resendVerification: call('POST', '/register/verify/resend/', {
    who: 'nobody',
    summary: 'Resend the confirmation email',
    description:
      'Sends the confirmation email again if the address is registered and not confirmed yet. The answer does ' +
      'not reveal whether it is.',
    body: z.object({ email: Email }),
    reply: z.object({ nextInSeconds: z.int() }),
    errors: { too_many_tries: 429 },
  }),
  requestReset: call('POST', '/password/email', {
    who: 'nobody',
    operationId: 'requestPasswordReset',
    summary: 'Request a password reset',
    description:
      'Emails a link for setting a new password if the address is registered. The answer does not reveal ' +
      'whether it is.',
    body: z.object({ email: Email, version: z.string().max(20).optional() }),
    reply: z.object({ nextInSeconds: z.int() }),
    errors: { too_many_tries: 429 },
  }),
  checkReset: call('POST', '/reset/check-hash', {
    who: 'nobody',
    operationId: 'checkPasswordReset',
    summary: 'Check a password reset link',
    description: 'Tells whether a password reset link can still be used.',
    body: z.object({ email: Email, token: z.string().max(100) }),
    reply: Nothing,
    errors: { invalid_token: 400, too_many_tries: 429 },
  }),
  resetPassword: call('POST', '/password/reset', {
    who: 'nobody',
    summary: 'Reset the password',
    description: 'Sets a new password with a password reset link and ends every session of the user.',
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
  listOwnSessions: call('GET', '/sessions', {
    who: 'user',
    summary: 'List own sessions',
    description: "Returns the user's sessions, most recently used first. No business is needed.",
    reply: z.array(Session),
  }),
  endOwnSessions: call('POST', '/sessions/logout', {
    who: 'user',
    summary: 'End all other own sessions',
    description: 'Ends every session of the user except the current one, effective immediately. No business is needed.',
    reply: z.object({ ended: z.int() }),
  }),
  listSessions: call('GET', '/applications/{c}/sessions', {
    who: 'member',
    summary: "List the user's sessions",
    description: "Returns the user's own sessions, most recently used first.",
    reply: z.array(Session),
  }),
  endOtherSessions: call('POST', '/applications/{c}/sessions/logout', {
    who: 'member',
    whileLimited: true,
    summary: 'End all other sessions',
    description: 'Ends every session of the user except the current one, effective immediately.',
    reply: z.object({ ended: z.int() }),
  }),
}
