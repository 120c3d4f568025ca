import { type Feature } from '../../platform/feature.ts'
import { joinRule } from '../../platform/realtime/realtime.ts'
import { RoomSocketServer } from './connection/room-socket-server.ts'
import { findRoomForUser } from './access/room.repository.ts'
import { onRoomChanged, onRoomOpeningChanged } from './access/on-room-changed.ts'
import { roomAssetReader } from './access/asset-reader.ts'
import { roomEraser } from './erase-user.ts'
import { onRoomReviewChanged } from './records/on-room-review-changed.ts'
import { roomRoutes } from './routes.ts'
import { roomData } from './personal-data.ts'

/** Declares the rooms feature: access, shared records and presence of live rooms. `now` returns the clock's time. */
export const roomsFeature = (deps: { now: () => Parameters<typeof findRoomForUser>[3] }): Feature => ({
  name: 'rooms',
  erasers: [roomEraser],
  routes: roomRoutes,
  eventHandlers: [onRoomReviewChanged, onRoomChanged, onRoomOpeningChanged],
  joinRules: [
    joinRule(
      'room',
      async (db, userId, roomId) => typeof (await findRoomForUser(db, roomId, userId, deps.now())) !== 'string',
    ),
  ],
  assetReaders: [roomAssetReader(deps.now)],
  personalData: roomData,
  socketService: (getDeps, authenticator) => new RoomSocketServer(getDeps, authenticator),
})
