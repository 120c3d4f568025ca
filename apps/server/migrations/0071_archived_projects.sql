-- Each member archives a project that has ended for themselves: it leaves their lists and nothing else.
alter table project_members add column archived_at timestamptz;
