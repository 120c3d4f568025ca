/** Where a stored picture is read; null when there is none. */
export function fileAddress(fileId: string | null): string | null {
  return fileId === null ? null : `/api/files/${fileId}`
}
