-- A run is stored before its audience is counted, so the feed said that each message went to no card. It is noted when
-- the number is known; one that reaches nobody is no news.
drop trigger note_run on push_runs;
create trigger note_run after insert on push_runs
  for each row when (new.cards > 0) execute function note_run();
create trigger note_run_counted after update of cards on push_runs
  for each row when (old.cards = 0 and new.cards > 0) execute function note_run();
