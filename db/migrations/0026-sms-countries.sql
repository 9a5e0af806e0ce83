-- Countries that SMS may go to, as the owner chose them; null: not chosen yet.
alter table sms_texts add column countries text[];
