-- Whose birthday it is, how many of a sex were born in a month, and who came back, is answered by an index alone: the
-- rows lie all over the account.
drop index clients_birthday;
create index clients_birthday on clients (cabinet_id, birthday, id) include (sex)
  where birthday is not null and archived_at is null;
drop index visit_days_client;
create index visit_days_client on visit_days (cabinet_id, client_id, day) include (is_return);
