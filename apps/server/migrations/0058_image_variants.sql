-- The widths in which an image is stored as AVIF and WebP: of the thumbnail of an asset or the preview of an image, by the
-- hash of the original. Owner: platform/assets.
create table image_variants (
  source text not null check (source in ('asset', 'image')),
  sha256 text not null,
  -- Without one when the image is narrower than the narrowest.
  widths int[] not null,
  created_at timestamptz not null,
  primary key (source, sha256)
);
