import { registerPushHandlers } from './push.ts'
import { registerOfflineHandlers } from './offline.ts'

/*
 * The service worker: registers the handlers of each thing that it does, and does nothing itself. It is built to
 * /service-worker.js by a step of its own (vite.config.ts), as a classic script without chunks.
 */

declare const self: ServiceWorkerGlobalScope

registerPushHandlers(self)
registerOfflineHandlers(self)
