import { type Pool } from 'pg'
import { type RealtimeServer } from '../realtime/realtime-server.ts'
import { type Figure, figure } from './figure.ts'

type PoolFigures = Pick<Pool, 'totalCount' | 'idleCount' | 'waitingCount'>

type Parts = {
  /** The connections for requests, and those for event handlers, timers and jobs. */
  readonly pools: { readonly requests: PoolFigures; readonly background: PoolFigures }
  readonly realtime: Pick<RealtimeServer, 'countConnections'>
  /** Returns the number of password hashes that wait for their turn. */
  readonly waitingPasswordHashes: () => number
}

/** Returns the figures of this node that need no database. */
export function readNodeFigures({ pools, realtime, waitingPasswordHashes }: Parts): readonly Figure[] {
  const { sockets, rooms, participants } = realtime.countConnections()
  return [
    {
      name: 'veranda_database_pool_connections',
      help: 'Database connections of this node: all, unused, and calls that wait for one.',
      samples: Object.entries(pools).flatMap(([pool, { totalCount, idleCount, waitingCount }]) =>
        Object.entries({ total: totalCount, idle: idleCount, waiting: waitingCount }).map(([state, value]) => ({
          labels: { pool, state },
          value,
        })),
      ),
    },
    figure(
      'veranda_password_hashes_waiting',
      'Password hashes that wait for their turn on this node.',
      waitingPasswordHashes(),
    ),
    figure('veranda_sockets', 'Live sockets of signed-in users on this node.', sockets),
    figure('veranda_rooms', 'Open rooms on this node.', rooms),
    figure('veranda_room_participants', 'Participants in rooms of this node.', participants),
  ]
}
