import { createStore } from '../store.ts'

/** The number of files that this tab is sending or is going to send. */
export const uploadsInProgress = createStore(0)
