import { route } from '../route.ts'
import { type Done, type IdParams } from '../shared-schemas.ts'
import {
  type Asset,
  type DownloadQuery,
  type HeadsetQuery,
  type ImageWidthQuery,
  type StoredFile,
  type StoredFileQuery,
} from './schemas.ts'

/**
 * Path of tus uploads (POST, HEAD, PATCH, DELETE below the API base). The last segment of an upload's URL is the id of
 * the asset or stored image that it becomes. Metadata: `filename`, `purpose`, and `sha256` when the client has it. An
 * image is checked before the response to its last bytes.
 */
export const uploadsPath = '/uploads'
/** Bytes per request, limited so that a lost connection costs little and slow ones do not time out. */
export const uploadChunkBytes = 5 * 1_048_576

export const beginUpload = route<{ reply: unknown }>('POST', '/uploads')
export const readUpload = route<{ params: IdParams; reply: unknown }>('HEAD', '/uploads/:id')
export const continueUpload = route<{ params: IdParams; reply: unknown }>('PATCH', '/uploads/:id')
/** Cancels an unfinished upload; nothing of it stays. */
export const cancelUpload = route<{ params: IdParams; reply: unknown }>('DELETE', '/uploads/:id')

export const readAsset = route<{ params: IdParams; reply: Asset }>('GET', '/assets/:id')
/** Returns the model rendition for viewing, never the source. */
export const readAssetModel = route<{ params: IdParams; reply: unknown }>('GET', '/assets/:id/model')
/** Returns the headset rendition; with `textures=ktx2` the compressed one, if it already exists. */
export const readAssetHeadset = route<{ params: IdParams; query: HeadsetQuery; reply: unknown }>(
  'GET',
  '/assets/:id/headset',
)
/** Returns the pictures of a whole turn of a model in one image; the core says how they lie in it. */
export const readAssetTurntable = route<{ params: IdParams; reply: unknown }>('GET', '/assets/:id/turntable')
/** Returns the picture of an asset; with `width` no wider than that, as soon as it has been made. */
export const readAssetThumbnail = route<{ params: IdParams; query: ImageWidthQuery; reply: unknown }>(
  'GET',
  '/assets/:id/thumbnail',
)
/** Returns the file as it was uploaded. */
export const readAssetSource = route<{ params: IdParams; query: DownloadQuery; reply: unknown }>(
  'GET',
  '/assets/:id/source',
)
/** Removes the user's own asset if nothing uses it. */
export const removeAsset = route<{ params: IdParams; reply: Done }>('DELETE', '/assets/:id')

/** Returns the image bytes. */
export const readStoredFile = route<{ params: IdParams; query: StoredFileQuery; reply: unknown }>('GET', '/files/:id')
/** Returns the details of the user's own stored image. */
export const readStoredFileFacts = route<{ params: IdParams; reply: StoredFile }>('GET', '/files/:id/facts')
/** Removes the user's own stored image if nothing uses it. */
export const removeStoredFile = route<{ params: IdParams; reply: Done }>('DELETE', '/files/:id')
