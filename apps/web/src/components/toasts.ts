import { createToastQueue } from '@veranda/ui/toast-queue.ts'

/** Toasts (top right) for realtime notifications. */
export const toasts = createToastQueue({ limit: 5 })

/** Snackbars (bottom right) for the outcome of the user's own actions: three visible, the rest queued. */
export const snackbars = createToastQueue({ limit: 3 })
