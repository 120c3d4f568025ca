/** Returns the URL of a stored image's preview, or null without an image. */
export function storedFileUrl(fileId: string | null): string | null {
  return fileId === null ? null : `/api/files/${fileId}`
}

/**
 * Returns the URL of a user's picture, or null without one. No screen shows it wider than 96 pixels, which this width
 * fits on a dense one; it is asked for here, so that no first load has to know of it.
 */
export function avatarUrl(fileId: string | null): string | null {
  return fileId === null ? null : `/api/files/${fileId}?width=240`
}

/** Returns the URL of the original image file, for users who may download it. */
export function fullStoredFileUrl(fileId: string): string {
  return `/api/files/${fileId}?form=full`
}
