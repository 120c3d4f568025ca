import { route } from '../route.ts'
import type { IdParams } from '../shapes.ts'
import type { StoredFile, UploadQuery } from './schemas.ts'

/** The body is the picture itself (PNG, JPEG, WebP, at most 10 MiB), not JSON. */
export const uploadPicture = route<{ query: UploadQuery; reply: StoredFile }>('POST', '/files')
/** Answers the picture's bytes. */
export const readFile = route<{ params: IdParams; reply: unknown }>('GET', '/files/:id')
