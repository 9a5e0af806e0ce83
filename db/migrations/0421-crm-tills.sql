-- Systems whose tills call us and wait for the answer: the address of each business, and what was settled there.
create table crm_tills (
  cabinet_id bigint primary key references cabinets,
  id uuid not null,
  -- The part of the address that nobody can guess; encrypted for this row.
  sealed_key bytea not null,
  -- To the minute.
  last_call_at timestamptz
);
call build_wall('crm_tills');

-- One that is sent again moves nothing more. They outlive the connection: a till that sends late, to the address of the
-- next one, means the same document. No person can be read from them.
create table crm_till_documents (
  cabinet_id bigint not null references cabinets,
  -- Whose numbers these are.
  source text not null,
  -- Digest of the number that the system has given.
  id bytea not null,
  -- Digest of all that was asked.
  asked bytea not null,
  -- Of each movement: the amount after it.
  after_minor bigint[] not null,
  at timestamptz not null,
  primary key (cabinet_id, source, id)
);
create index crm_till_documents_at on crm_till_documents (cabinet_id, at);
call build_wall('crm_till_documents');
