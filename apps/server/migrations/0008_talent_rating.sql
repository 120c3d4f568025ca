-- The search by rating: the plain average in thousandths first, and among equals those with more behind it.
create index creators_by_rating on creators (
  (case when rating_count = 0 then 0 else rating_sum * 1000 / rating_count end) desc, ranking_score desc, user_id desc
);
