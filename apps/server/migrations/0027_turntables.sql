-- Bytes of the pictures of a model from all sides; null until they are rendered, and for everything but models.
alter table asset_sources add column turntable_bytes bigint;
