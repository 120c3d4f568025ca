import * as z from 'zod/mini'

/** Sent on connect and after each change. `version` grows; an older one must not replace a newer one. */
export const unreadCount = z.object({ count: z.int(), messages: z.int(), version: z.int() })
export type UnreadCount = z.infer<typeof unreadCount>

/** `{ id }` or the bare id. */
export const notificationReadInput = z.union([z.uuid(), z.object({ id: z.uuid() })])
