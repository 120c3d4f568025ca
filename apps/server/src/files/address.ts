/** Where a stored picture is read; null when there is none. */
export function fileAddress(fileId: string | null): string | null {
  return fileId === null ? null : `/api/files/${fileId}`
}

/** Where the whole of a picture is read, by those who may have it. */
export function wholeAddress(fileId: string): string {
  return `/api/files/${fileId}?form=whole`
}
