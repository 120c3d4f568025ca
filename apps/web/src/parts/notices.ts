import { createNoticeQueue } from '@veranda/ui/notice-queue.ts'

/** What comes from elsewhere, at the top end: live notifications. */
export const toasts = createNoticeQueue({ limit: 5 })

/** What came of the reader's own act, at the bottom end: three in sight, the rest wait. */
export const snackbars = createNoticeQueue({ limit: 3 })
