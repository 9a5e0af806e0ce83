-- Who is looked for by digits: four in a row are a key. Three letters of the index of texts are enough for words, but
-- of digits there are only a thousand such threes, each in a large part of all telephone numbers. The cabinet is in the
-- key: as a column of its own all its clients would be read and compared with those found.
create function digit_keys(cabinet bigint, searched text) returns int[]
language sql immutable strict parallel safe
as $$
  select coalesce(
    array_agg(distinct (hashint8extended(cabinet, substr(found[1], at, 4)::bigint) % 2147483647)::int), '{}')
  from regexp_matches(searched, '[0-9]{4,}', 'g') found, generate_series(1, length(found[1]) - 3) at
$$;

-- The same texts as in `search_text`.
alter table clients add column digit_keys int[] not null generated always as (
  digit_keys(cabinet_id, name || ' ' || surname || ' ' || middlename || ' ' || email || ' ' || tel || ' '
    || lpad(card_number::text, 6, '0'))
) stored;
create index clients_digits on clients using gin (digit_keys);

-- As with texts (0001-floor.sql).
do $$ begin
  alter function arraycontains(anyarray, anyarray) leakproof;
  alter function arrayoverlap(anyarray, anyarray) leakproof;
exception when insufficient_privilege then
  raise notice '%', 'search by digits in large cabinets will be slow: a superuser should run: '
    || 'alter function arraycontains(anyarray, anyarray) leakproof; '
    || 'alter function arrayoverlap(anyarray, anyarray) leakproof';
end $$;
