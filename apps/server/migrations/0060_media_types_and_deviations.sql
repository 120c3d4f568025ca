-- Files have a media type, and models say how far their renditions deviate from the source, as the screens do. The
-- columns get the names that the fields have on the wire. Owners: platform/assets, features/commissions.

alter table stored_files rename column mime to media_type;
alter table stored_files rename constraint stored_files_mime_check to stored_files_media_type_check;
alter table asset_sources rename column mime to media_type;
alter table voice_notes rename column mime to media_type;
alter table voice_notes rename constraint voice_notes_mime_check to voice_notes_media_type_check;

update asset_sources
set facts = facts - '{tolerance,headsetTolerance}'::text[]
  || jsonb_build_object('deviation', facts -> 'tolerance')
  || case when facts ? 'headsetTolerance'
    then jsonb_build_object('headsetDeviation', facts -> 'headsetTolerance') else '{}' end
where facts ? 'tolerance';
