import { parentPort, workerData } from 'node:worker_threads'
import { type CarryOverResult, PartSurfaces } from '@veranda/core/commissions/pins/carry-over.ts'
import type { CarryOverJob } from './carry-over-in-worker.ts'

// Started by carry-over-in-worker.ts with the job as worker data.
const { parts, anchors } = workerData as CarryOverJob
const surfaces = new PartSurfaces(parts)
parentPort?.postMessage(anchors.map((anchor) => surfaces.carryOver(anchor)) satisfies CarryOverResult[])
