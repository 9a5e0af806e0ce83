-- Birthday triggers now reach only holders of cards that have birthday messages on. Until here the mark did nothing:
-- businesses with such a trigger keep greeting everyone.
update templates t set birthday_enabled = true
where exists (
  select from triggers g where g.cabinet_id = t.cabinet_id and g.activation = 'birthday' and not g.is_draft
);
