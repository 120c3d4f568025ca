import * as contract from '@veranda/contract/notifications/routes.ts'
import {
  cleared,
  counted,
  notificationList,
  notificationsQuery,
  preferences,
  preferencesBody,
  restoreBody,
  summary,
  whyReply,
} from '@veranda/contract/notifications/schemas.ts'
import { idParams } from '@veranda/contract/shapes.ts'
import { serve } from '../../http/serve.ts'
import { signedIn } from '../../http/who.ts'
import { changePreferences, readPreferences } from './preferences.ts'
import { changeRead, readAll } from './change-read.ts'
import { listNotifications } from './list-notifications.ts'
import { clearNotifications, deleteNotification, restoreNotifications } from './remove-notifications.ts'
import { summariseNotifications } from './summarise.ts'
import { whyNotified } from './why.ts'

const who = signedIn

/** Everyone sees and changes only what they were told themselves; anything else is absent. */
export const notificationRoutes = [
  serve(contract.listNotifications, { who, query: notificationsQuery, reply: notificationList }, (ctx) =>
    listNotifications(ctx, ctx.query),
  ),
  serve(contract.summariseNotifications, { who, reply: summary }, (ctx) => summariseNotifications(ctx)),
  serve(contract.readPreferences, { who, reply: preferences }, (ctx) => readPreferences(ctx)),
  serve(contract.changePreferences, { who, body: preferencesBody, reply: preferences }, (ctx) =>
    changePreferences(ctx, ctx.body),
  ),
  serve(contract.markRead, { who, params: idParams, reply: counted }, (ctx) => changeRead(ctx, ctx.params.id, true)),
  serve(contract.markUnread, { who, params: idParams, reply: counted }, (ctx) => changeRead(ctx, ctx.params.id, false)),
  serve(contract.markAllRead, { who, reply: counted }, (ctx) => readAll(ctx)),
  serve(contract.deleteNotification, { who, params: idParams, reply: counted }, (ctx) =>
    deleteNotification(ctx, ctx.params.id),
  ),
  serve(contract.clearNotifications, { who, reply: cleared }, (ctx) => clearNotifications(ctx)),
  serve(contract.restoreNotifications, { who, body: restoreBody, reply: counted }, (ctx) =>
    restoreNotifications(ctx, ctx.body.ids),
  ),
  serve(contract.whyNotified, { who, params: idParams, reply: whyReply }, (ctx) => whyNotified(ctx, ctx.params.id)),
]
