-- A package says how many rounds of changes it includes, up to as many as an offer may have. Null for those that leave
-- it to the offer, as all did before. Owner: features/talent.
alter table package_services add column review_rounds integer check (review_rounds between 0 and 10);
