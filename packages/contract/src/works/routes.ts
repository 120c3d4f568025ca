import { route } from '../route.ts'
import type { Done, IdParams } from '../shapes.ts'
import type { HeadsetQuery, Work, WorkPage, WorksQuery } from './schemas.ts'

/**
 * Where tus uploads are made and continued (POST, HEAD, PATCH, DELETE below the API base). The last part of an upload's
 * address is the id of the work that it becomes, or of the picture if that is its purpose. Metadata: `filename`,
 * `purpose`, and `sha256` when the client has it. A picture is looked at before the answer to its last bytes.
 */
export const uploadsPath = '/uploads'
/** What is sent at once at most, so that a lost connection costs little and slow ones do not run out of time. */
export const uploadChunkBytes = 5 * 1_048_576

export const beginUpload = route<{ reply: unknown }>('POST', '/uploads')
export const readUpload = route<{ params: IdParams; reply: unknown }>('HEAD', '/uploads/:id')
export const continueUpload = route<{ params: IdParams; reply: unknown }>('PATCH', '/uploads/:id')
/** Gives an unfinished upload up; nothing of it stays. */
export const cancelUpload = route<{ params: IdParams; reply: unknown }>('DELETE', '/uploads/:id')

/** One's own works, the newest first; those that are still being uploaded too. */
export const listWorks = route<{ query: WorksQuery; reply: WorkPage }>('GET', '/works')
export const readWork = route<{ params: IdParams; reply: Work }>('GET', '/works/:id')
/** What one looks at: the derivative, never the original. */
export const readWorkModel = route<{ params: IdParams; reply: unknown }>('GET', '/works/:id/model')
/** With `textures=ktx2` the compressed one, if there is one by now. */
export const readWorkHeadset = route<{ params: IdParams; query: HeadsetQuery; reply: unknown }>(
  'GET',
  '/works/:id/headset',
)
export const readWorkThumbnail = route<{ params: IdParams; reply: unknown }>('GET', '/works/:id/thumbnail')
export const readWorkOriginal = route<{ params: IdParams; reply: unknown }>('GET', '/works/:id/original')
/** One's own, as long as nothing uses it. */
export const removeWork = route<{ params: IdParams; reply: Done }>('DELETE', '/works/:id')
