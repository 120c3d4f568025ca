import { createStore } from '../store.ts'

/** True once a newer version of the app is ready than that of this page. */
export const newVersionReady = createStore(false)
