import { accountChanged } from '../accounts/events.ts'
import { assetChanged, assetProgressed } from '../assets/events.ts'
import { scheduleChanged, bookingChanged, hourlyServiceChanged } from '../bookings/events.ts'
import { commissionChanged, milestoneChanged, projectChanged } from '../commissions/events.ts'
import { pinChanged } from '../commissions/pins/events.ts'
import {
  chatMessage,
  conversationChanged,
  conversationRead,
  joinRoom,
  leaveRoom,
  membershipChanged,
  messageChanged,
  messageDeleted,
  sendMessage,
  sendProjectMessage,
  sendTyping,
  typing,
} from '../conversations/events.ts'
import {
  notificationEvents,
  preferencesChanged,
  pushDevicesChanged,
  readNotification,
  unreadCountChanged,
} from '../notifications/events.ts'
import { balanceChanged, chargeChanged, payoutChanged } from '../payments/events.ts'
import { reviewsChanged } from '../reviews/events.ts'
import { roomChanged, roomRecordChanged } from '../rooms/events.ts'
import { ticketChanged } from '../support/events.ts'
import { profileChanged, workConsentChanged } from '../talent/events.ts'
import {
  clockMoved,
  eventRefused,
  joinStream,
  leaveStream,
  serverLeaving,
  sessionEnded,
  streamClosed,
  streamHeads,
} from './events.ts'
import { type ClientEvent, type ServerEvent } from './socket-event.ts'

/** The change event of each aggregate, by which screens refresh. */
export const changeEvents = {
  accountChanged,
  assetChanged,
  scheduleChanged,
  balanceChanged,
  bookingChanged,
  chargeChanged,
  commissionChanged,
  conversationChanged,
  hourlyServiceChanged,
  membershipChanged,
  milestoneChanged,
  payoutChanged,
  pinChanged,
  preferencesChanged,
  pushDevicesChanged,
  profileChanged,
  projectChanged,
  reviewsChanged,
  roomChanged,
  ticketChanged,
  workConsentChanged,
} as const

/** Every event that the server emits, by its name in the contract; the notification events share one. */
export const serverEvents = {
  ...changeEvents,
  assetProgressed,
  chatMessage,
  clockMoved,
  conversationRead,
  eventRefused,
  messageChanged,
  messageDeleted,
  notificationEvents,
  roomRecordChanged,
  serverLeaving,
  sessionEnded,
  streamClosed,
  streamHeads,
  typing,
  unreadCountChanged,
} as const satisfies Record<string, ServerEvent | readonly ServerEvent[]>

/** Every event that clients send, by its name in the contract. */
export const clientEvents = {
  joinRoom,
  joinStream,
  leaveRoom,
  leaveStream,
  readNotification,
  sendMessage,
  sendProjectMessage,
  sendTyping,
} as const satisfies Record<string, ClientEvent>

/** Names of the events in the stream of a user; a client counts them all to notice what it missed. */
export const userEventNames: ReadonlySet<string> = new Set(
  Object.values(serverEvents)
    .flat()
    .filter((event) => event.stream === 'user')
    .map((event) => event.name),
)
