import { unreadCountChanged } from '@veranda/contract/notifications/events.ts'
import * as contract from '@veranda/contract/notifications/routes.ts'
import {
  clearReply,
  markAllReadQuery,
  unreadReply,
  notificationList,
  notificationsQuery,
  preferences,
  preferencesBody,
  restoreBody,
  notificationSummary,
  explanation,
  addPushDeviceBody,
  pushDevice,
  pushDeviceList,
} from '@veranda/contract/notifications/schemas.ts'
import { done, idParams } from '@veranda/contract/shared-schemas.ts'
import { ok } from '@veranda/core/result.ts'
import { hour } from '@veranda/core/time/instant.ts'
import { type RateLimit } from '../../platform/http/limits/rate-limit.ts'
import { serve } from '../../platform/http/route.ts'
import { signedIn } from '../../platform/http/route-access.ts'
import { changePreferences, readPreferences } from './preferences/preferences.ts'
import { markNotification, markAllRead } from './centre/mark-notifications.ts'
import { explainNotification, listNotifications } from './centre/list-notifications.ts'
import { clearNotifications, deleteNotification, restoreNotifications } from './centre/delete-notifications.ts'
import { addPushDevice, listPushDevices, removePushDevice } from './push/push-devices.ts'
import { summariseNotifications } from './centre/summarise-notifications.ts'
import { readUnreadCounts } from './centre/unread-counts.ts'

const who = signedIn

/** A page tells its subscription each time it loads. */
const pushDevicesPerAccount: RateLimit = { per: 'account', max: 240, windowMs: hour }

/** Routes for the user's own notifications; any other notification is not found. */
export const notificationRoutes = [
  serve(contract.listNotifications, { access: who, query: notificationsQuery, reply: notificationList }, (ctx) =>
    listNotifications(ctx, ctx.query),
  ),
  serve(contract.readUnreadCounts, { access: who, reply: unreadCountChanged.schema }, async ({ deps, actor }) =>
    ok(await readUnreadCounts(deps.db, actor.id)),
  ),
  serve(contract.summariseNotifications, { access: who, reply: notificationSummary }, (ctx) =>
    summariseNotifications(ctx),
  ),
  serve(contract.readPreferences, { access: who, reply: preferences }, (ctx) => readPreferences(ctx)),
  serve(contract.changePreferences, { access: who, body: preferencesBody, reply: preferences }, (ctx) =>
    changePreferences(ctx, ctx.body),
  ),
  serve(contract.markRead, { access: who, params: idParams, reply: unreadReply }, (ctx) =>
    markNotification(ctx, ctx.params.id, true),
  ),
  serve(contract.markUnread, { access: who, params: idParams, reply: unreadReply }, (ctx) =>
    markNotification(ctx, ctx.params.id, false),
  ),
  serve(contract.markAllRead, { access: who, query: markAllReadQuery, reply: unreadReply }, (ctx) =>
    markAllRead(ctx, ctx.query.link),
  ),
  serve(contract.deleteNotification, { access: who, params: idParams, reply: unreadReply }, (ctx) =>
    deleteNotification(ctx, ctx.params.id),
  ),
  serve(contract.clearNotifications, { access: who, reply: clearReply }, (ctx) => clearNotifications(ctx)),
  serve(contract.restoreNotifications, { access: who, body: restoreBody, reply: unreadReply }, (ctx) =>
    restoreNotifications(ctx, ctx.body.ids),
  ),
  serve(contract.explainNotification, { access: who, params: idParams, reply: explanation }, (ctx) =>
    explainNotification(ctx, ctx.params.id),
  ),
  serve(contract.listPushDevices, { access: who, reply: pushDeviceList }, (ctx) => listPushDevices(ctx)),
  serve(
    contract.addPushDevice,
    { access: who, body: addPushDeviceBody, reply: pushDevice, rateLimit: pushDevicesPerAccount },
    (ctx) => addPushDevice(ctx, ctx.body),
  ),
  serve(contract.removePushDevice, { access: who, params: idParams, reply: done }, (ctx) =>
    removePushDevice(ctx, ctx.params.id),
  ),
]
