import { createToastQueue } from '@veranda/ui/toast-queue.ts'
import { maxSnackbars } from '../lib/build-settings.ts'

/** Toasts (top right) for realtime notifications: an urgent one and another, or two others; the rest wait. */
export const toasts = createToastQueue({ limit: 2 })

/** Snackbars (bottom right) for the outcome of the user's own actions: three visible, the rest queued. */
export const snackbars = createToastQueue({ limit: maxSnackbars })
