import { cpSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Pool } from 'pg'
import { type NetworkProxy, openNetworkProxy } from '../support/server/network-proxy.ts'
import { databaseUrl, dataDir, seededDatabase } from '../support/paths.ts'
import { type FileHandles, countFileHandles } from './checks/file-handles.ts'
import type { ReadRows } from './checks/nothing-lost.ts'
import { copyCluster } from './faults/copy-cluster.ts'
import { type Disk, mountDisk, unmountBelow } from './faults/disk.ts'
import { GateNode } from './faults/node.ts'
import { type GatePostgres, startGatePostgres } from './faults/postgres.ts'

const folder = join(dataDir, 'gate')

/** A demo world with its own Postgres, disks and server nodes, all of which can fail. */
export type GateWorld = {
  readonly databaseUrl: string
  readonly postgres: GatePostgres
  /** The disks of the database and of the stored files; undefined where mounting is not permitted. */
  readonly disks: { readonly database: Disk | undefined; readonly files: Disk | undefined }
  /** The first node is the one that must survive; the second reaches the database through the proxy. */
  readonly nodes: readonly [GateNode, GateNode]
  /** The network between the second node and the database. */
  readonly network: NetworkProxy
  readonly rows: ReadRows
  /** The product's clock, as far as it was moved. */
  readonly clock: { now(): number; setShift(ms: number): void }
  handlesOf(node: GateNode): FileHandles
  /** Stops everything. */
  close(): Promise<void>
}

export async function openGateWorld(): Promise<GateWorld> {
  unmountBelow(folder)
  rmSync(folder, { recursive: true, force: true })
  const [databaseFolder, filesFolder] = [join(folder, 'database'), join(folder, 'files')]
  for (const one of [databaseFolder, filesFolder]) mkdirSync(one, { recursive: true })
  const disks = { database: mountDisk(databaseFolder), files: mountDisk(filesFolder) }
  await copyCluster(process.env['E2E_POSTGRES'] ?? '', join(dataDir, 'postgres'), join(databaseFolder, 'postgres'))
  cpSync(join(dataDir, 'files'), join(filesFolder, 'files'), { recursive: true })
  const postgres = await startGatePostgres(join(databaseFolder, 'postgres'))
  const url = databaseUrl(postgres.url, seededDatabase)
  const env = { VERANDA_DATA: filesFolder }
  const network = await openNetworkProxy(url)
  const pool = new Pool({ connectionString: url, max: 2 })
  // Postgres ends these connections as well.
  pool.on('error', () => undefined)
  let clockShiftMs = 0
  const nodes = [new GateNode(url, env), new GateNode(network.url, env)] as const
  return {
    databaseUrl: url,
    postgres,
    disks,
    nodes,
    network,
    async rows<Row extends object>(statement: string, values: readonly unknown[] = []) {
      const { rows } = await pool.query<Row>(statement, [...values])
      return rows
    },
    clock: {
      now: () => Date.now() + clockShiftMs,
      setShift: (ms) => (clockShiftMs = ms),
    },
    handlesOf: (node) => {
      const databasePort = Number(new URL(node === nodes[1] ? network.url : url).port)
      return countFileHandles(node.pid, node.port, databasePort)
    },
    async close() {
      await Promise.all(nodes.map((node) => node.stop()))
      await pool.end()
      await network.close()
      await postgres.stop()
      for (const disk of [disks.database, disks.files]) disk?.unmount()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
