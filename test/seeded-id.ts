/** Id of the n-th client as SQL: one that the contract takes, and the same in each run, so an estimate is too. */
export const SEEDED_ID = `overlay(overlay(md5('client ' || n) placing '4' from 13) placing 'a' from 17)::uuid`
