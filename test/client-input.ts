import type { Client } from '../contract/people/clients.ts'

/** A client as it was read, as input of a save. */
export const inputOf = ({
  installs: _,
  removedAt: _r,
  removals: _l,
  utm: _s,
  devices: _d,
  form: _f,
  cardUrl: _c,
  consentAt: _a,
  archivedAt: _v,
  mergedInto: _m,
  merged: _g,
  createdAt: _t,
  cardNumber: _n,
  cardTrack: _k,
  id: _i,
  template,
  ...facts
}: Client) => ({ ...facts, template: template.id })
