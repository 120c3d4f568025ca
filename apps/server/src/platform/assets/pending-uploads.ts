/** Selects the assets whose complete upload waits for its conversion, or is being converted. */
export const pendingUploads = "select id from assets where state in ('waiting', 'checking', 'optimising')"
/** Selects the hash of the asset with this id, once it is converted. */
export const readPendingUpload = 'select sha256 from assets where id = $1'
