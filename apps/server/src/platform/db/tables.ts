import { type AccountTables } from './tables/accounts.ts'
import { type AnalyticsTables } from './tables/analytics.ts'
import { type BookingTables } from './tables/bookings.ts'
import { type CommissionTables } from './tables/commissions.ts'
import { type ConversationTables } from './tables/conversations.ts'
import { type PlatformTables } from './tables/platform.ts'
import { type NotificationTables } from './tables/notifications.ts'
import { type PaymentTables } from './tables/payments.ts'
import { type PinTables } from './tables/pins.ts'
import { type RoomTables } from './tables/rooms.ts'
import { type TalentTables } from './tables/talent.ts'
import { type AssetTables } from './tables/assets.ts'

/** Every table with its columns, as TypeScript reads and writes them. */
export type Tables = PlatformTables &
  AccountTables &
  AnalyticsTables &
  TalentTables &
  CommissionTables &
  BookingTables &
  PaymentTables &
  PinTables &
  ConversationTables &
  NotificationTables &
  RoomTables &
  AssetTables
