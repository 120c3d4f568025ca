import { route } from '../route.ts'
import type { Done, IdParams } from '../shapes.ts'
import type { FileQuery, StoredFile } from './schemas.ts'

/** Answers the picture's bytes. */
export const readFile = route<{ params: IdParams; query: FileQuery; reply: unknown }>('GET', '/files/:id')
/** What is known of one's own picture. */
export const readFileFacts = route<{ params: IdParams; reply: StoredFile }>('GET', '/files/:id/facts')
/** One's own, as long as nothing shows it. */
export const removeFile = route<{ params: IdParams; reply: Done }>('DELETE', '/files/:id')
