-- A changed card is written twice: with what has changed, and at the commit with its place in the order, while the
-- business is locked. With room left on its page neither writes an index: of the second half the time.
alter table passes set (fillfactor = 80);
