import { uploadPicture } from '@veranda/contract/files/routes.ts'
import { type StoredFile } from '@veranda/contract/files/schemas.ts'
import { call } from '../../lib/call.ts'

const kinds = ['image/png', 'image/jpeg', 'image/webp']
const most = 10 * 1024 * 1024

/** Whether the server would look at such a file at all. */
export function isPicture(file: File): boolean {
  return kinds.includes(file.type) && file.size <= most
}

/** Sends a picture as it is; throws a `Problem`. */
export function storePicture(file: File): Promise<StoredFile> {
  // The contract leaves bytes out of its shapes; `call` sends a Blob as it is.
  const send = call as (route: typeof uploadPicture, args: object) => Promise<StoredFile>
  return send(uploadPicture, { query: { name: file.name.slice(-200) }, body: file })
}
