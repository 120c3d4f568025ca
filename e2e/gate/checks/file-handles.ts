import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/** The open file handles of a server, by what they are for. */
export type FileHandles = {
  /** Connections that clients opened. */
  readonly clients: number
  /** Connections to the database. */
  readonly database: number
  /** Everything but connections: files, pipes, listening sockets, and connections that were never closed here. */
  readonly others: number
}

/** Counts the file handles of a process that listens on `port` and has its database on `databasePort`. */
export function countFileHandles(pid: number, port: number, databasePort: number): FileHandles {
  const connections = readTcpConnections()
  const targets = readdirSync(`/proc/${pid}/fd`).flatMap((name) => readLink(`/proc/${pid}/fd/${name}`) ?? [])
  // A connection whose other end is gone has no row any more, and is still a handle that was not closed.
  const open = targets.flatMap((target) => connections.get(/^socket:\[(\d+)\]$/.exec(target)?.[1] ?? '') ?? [])
  // The sandbox's payment provider calls the server from the same process.
  const serverPorts = new Set(open.map(({ localPort }) => localPort))
  const clients = open.filter(({ localPort, remotePort }) => localPort === port && !serverPorts.has(remotePort))
  const served = open.filter(({ localPort, remotePort }) => localPort === port || remotePort === port)
  const database = open.filter(({ remotePort }) => remotePort === databasePort)
  const others = targets.length - served.length - database.length
  return { clients: clients.length, database: database.length, others }
}

function readLink(path: string): string | undefined {
  try {
    return readlinkSync(path)
  } catch {
    // Closed since the folder was listed.
    return undefined
  }
}

/** Returns the TCP connections of this machine by their inode. */
function readTcpConnections(): Map<string, { localPort: number; remotePort: number }> {
  const found = new Map<string, { localPort: number; remotePort: number }>()
  for (const file of ['/proc/net/tcp', '/proc/net/tcp6']) {
    for (const line of readFileSync(file, 'utf8').split('\n').slice(1)) {
      const [, local = '', remote = '', , , , , , , inode = ''] = line.trim().split(/\s+/)
      const portOf = (address: string) => parseInt(address.split(':')[1] ?? '0', 16)
      const connection = { localPort: portOf(local), remotePort: portOf(remote) }
      if (connection.remotePort !== 0) found.set(inode, connection)
    }
  }
  return found
}
