-- The list of clients is filtered by their state in the CRM: those who are left out of the exchange are few.
create index crm_clients_left_out on crm_clients (cabinet_id, client_id) where is_read is false or is_write is false;
