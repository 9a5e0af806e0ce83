-- A template that is out of use: no choice offers it and the plan does not count it. Issued cards keep working.
alter table templates add column archived_at timestamptz;
