import { type Feature } from '../../feature.ts'
import { joinRule } from '../../live/live.ts'
import { roomDoor } from './door.ts'
import { findRoom } from './find-room.ts'
import { roomWorks } from './may-read-work.ts'
import { onWorkChanged } from './on-work-changed.ts'
import { roomRoutes } from './routes.ts'

/** Live rooms of projects and sessions: who may be in them, what they share, and who was there. `now` is the clock's. */
export const roomsFeature = (handed: { now: () => Parameters<typeof findRoom>[3] }): Feature => ({
  name: 'rooms',
  routes: roomRoutes,
  reactions: [onWorkChanged],
  joins: [
    joinRule(
      'room',
      async (db, personId, roomId) => typeof (await findRoom(db, roomId, personId, handed.now())) !== 'string',
    ),
  ],
  works: [roomWorks(handed.now)],
  door: roomDoor,
})
