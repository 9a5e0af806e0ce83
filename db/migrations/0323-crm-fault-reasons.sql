-- What a CRM's refusal of a client means, where its code is known; counts only beside its words in `fault`.
alter table crm_clients add column fault_reason text;
