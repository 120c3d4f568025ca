-- What an uploaded file carries beside its content: place, author, camera and program. Null where it was not read:
-- kinds that are not read, and files from before this migration.
alter table stored_files add column embedded_metadata jsonb;
alter table asset_sources add column embedded_metadata jsonb;
-- Bytes of an image in its own format without its metadata, for those it was shared with. Without it they get the thumbnail.
alter table asset_sources add column shared_bytes bigint;
