-- Refunds of bookings, and of payments that fit nothing, have a row too: its id is that of the booking or of the charge.
create index refunds_by_client on refunds (client_id, requested_at desc, id desc);
