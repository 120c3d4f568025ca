-- "Review window" is the time in which a client looks at a version. The time in which both parties write a review of each
-- other is the review period. Owner: features/reviews.

alter table review_windows rename to review_periods;
alter table review_periods rename constraint review_windows_pkey to review_periods_pkey;
alter index review_windows_by_client rename to review_periods_by_client;
alter index review_windows_by_creator rename to review_periods_by_creator;
update timers set kind = 'reviews.period', key = replace(key, 'reviews.window:', 'reviews.period:')
where kind = 'reviews.window';
