-- Pictures come by the same resumable uploads as works. Owner: works.
alter table works
  drop constraint works_purpose_check,
  add constraint works_purpose_check check (purpose in ('chat', 'project', 'profile', 'picture'));

-- What shows a picture holds it; one that nothing shows can be forgotten. Owner: files.
alter table deliverable_files add foreign key (file_id) references files (id);
alter table portfolio_pieces add foreign key (file_id) references files (id);
create index portfolio_pieces_by_file on portfolio_pieces (file_id);
create index files_by_hash on files (sha256);
