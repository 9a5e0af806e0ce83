/** Refusals that any call can answer with, and their status. */
export const COMMON_ERRORS = {
  invalid_input: 422,
  unauthorized: 401,
  email_not_confirmed: 401,
  offer_not_accepted: 423,
  not_found: 404,
  plan_too_low: 403,
  right_missing: 403,
  scope_missing: 403,
  account_limited: 402,
  demo_over: 418,
  too_large: 413,
  too_many_requests: 429,
  api_limit_reached: 429,
  try_again_later: 503,
} as const
export type CommonError = keyof typeof COMMON_ERRORS
