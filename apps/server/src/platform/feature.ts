import { type AccountObstacleQuery, type Eraser } from './access/account-erasure.ts'
import { type AdminQueue } from './access/admin-queue.ts'
import { type AssetReader } from './assets/asset-access.ts'
import { type StoredFileReader } from './assets/stored-files/stored-file-access.ts'
import { type StoredKeyQuery } from './backup/stored-keys.ts'
import { type EventHandler } from './events/event-handler.ts'
import { type ServerRoute } from './http/route.ts'
import { type PublicDocument } from './http/web-app/public-document.ts'
import { type Worker } from './jobs/worker.ts'
import { type PersonalData, type PersonalFiles } from './personal-data/personal-data.ts'
import { type FigureQuery } from './metrics/figure.ts'
import { type JoinRule } from './realtime/realtime.ts'
import { type OnConnect, type SocketEvent } from './realtime/socket-events.ts'
import { type SocketServiceFactory } from './realtime/socket-service.ts'
import { type NightlyTask } from './timers/nightly-timer.ts'
import { type TimerHandler } from './timers/timers.ts'

/** Everything a feature gives to the composition root. */
export type Feature = {
  readonly name: string
  readonly routes?: readonly ServerRoute[]
  readonly eventHandlers?: readonly EventHandler[]
  readonly timers?: readonly TimerHandler[]
  /** Run every night. */
  readonly nightlyTasks?: readonly NightlyTask[]
  readonly jobs?: readonly Worker[]
  /** Read figures for the metrics. */
  readonly figures?: readonly FigureQuery[]
  /** Handlers of events that clients send over the socket. */
  readonly socketEvents?: readonly SocketEvent[]
  readonly joinRules?: readonly JoinRule[]
  /** Grants access to stored files. */
  readonly storedFileReaders?: readonly StoredFileReader[]
  /** Grants access to assets and their source files. */
  readonly assetReaders?: readonly AssetReader[]
  /** List what keeps a user's account from being deleted. */
  readonly accountObstacles?: readonly AccountObstacleQuery[]
  /** Cases that wait for an admin. */
  readonly adminQueues?: readonly AdminQueue[]
  /** Erase what the feature has of a user. */
  readonly erasers?: readonly Eraser[]
  /** Find the feature's own files in the storage, for backups. */
  readonly storedKeys?: readonly StoredKeyQuery[]
  /** The feature's part of the copy that users get of their data. */
  readonly personalData?: readonly PersonalData[]
  readonly personalFiles?: readonly PersonalFiles[]
  /** Emits to a socket right after it connects. */
  readonly onConnect?: readonly OnConnect[]
  /** A WebSocket protocol of its own; at most one feature has one. */
  readonly socketService?: SocketServiceFactory
  /** Addresses that everyone may open and whose documents are made on the server. */
  readonly publicDocuments?: readonly PublicDocument[]
}
