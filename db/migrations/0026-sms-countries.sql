-- Countries to which SMS may be sent, as chosen by the owner; null: not chosen yet.
alter table sms_texts add column countries text[];
