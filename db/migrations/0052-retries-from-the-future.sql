-- The schedule also finds what failed before the clock was set back.
grant select (since) on wallet_retries to kartoteka_scheduler;
