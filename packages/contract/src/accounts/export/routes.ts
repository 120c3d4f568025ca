import { route } from '../../route.ts'
import type { Done } from '../../shared-schemas.ts'
import type { DataExport } from './schemas.ts'

export const readDataExport = route<{ reply: DataExport }>('GET', '/accounts/export')
/** Asks for a copy of the user's data, which replaces a finished one. */
export const requestDataExport = route<{ reply: DataExport }>('POST', '/accounts/export')
/** Deletes the copy, or stops its collection. */
export const removeDataExport = route<{ reply: Done }>('DELETE', '/accounts/export')
/** The copy itself: a zip, for the user of the session cookie. */
export const downloadDataExport = route<{ reply: unknown }>('GET', '/accounts/export/file')
