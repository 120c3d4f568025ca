/** Returns the URL of a stored image's preview, or null without an image. */
export function storedFileUrl(fileId: string | null): string | null {
  return fileId === null ? null : `/api/files/${fileId}`
}

/** Returns the URL of the original image file, for users who may download it. */
export function fullStoredFileUrl(fileId: string): string {
  return `/api/files/${fileId}?form=full`
}
