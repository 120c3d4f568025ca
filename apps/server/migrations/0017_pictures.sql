-- Pictures come by the same resumable uploads as works. Owner: works.
alter table assets
  drop constraint assets_purpose_check,
  add constraint assets_purpose_check check (purpose in ('chat', 'project', 'profile', 'image'));

-- What shows a picture holds it; one that nothing shows can be forgotten. Owner: files.
alter table deliverable_files add foreign key (file_id) references stored_files (id);
alter table portfolio_items add foreign key (file_id) references stored_files (id);
create index portfolio_items_by_file on portfolio_items (file_id);
create index stored_files_by_hash on stored_files (sha256);
